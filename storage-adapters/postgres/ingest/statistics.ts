import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log, WorkspaceRef } from '../../../contract/index.js'

/**
 * Keeps the planner's statistics up to date under load. Autovacuum checks once a minute. Until then Postgres
 * plans queries over tables that have grown a thousandfold by their old size, and joins them by nested loops.
 */
export interface StatisticsKeeper {
  /** Runs an append of this many rows; then analyses tables that have grown, in the background. */
  during<T>(workspace: WorkspaceRef, rows: number, append: () => Promise<T>): Promise<T>
  /** Resolves when no table of the workspace is being analysed, or after a bounded wait. */
  settled(workspace: WorkspaceRef): Promise<void>
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

interface Known {
  /** Rows committed since the tables were last checked. */
  since: number
  /** The tables are checked again after this many rows. */
  enough: number
  /** The running check. */
  running: Promise<void> | null
  /** Rows of all appends that have begun, and of those that have ended. */
  begun: number
  ended: number
  /**
   * Tables that were analysed while an append was running. Its rows were not yet visible, though already in
   * the file, so the file's size will not show that the table has grown.
   */
  readonly unseen: Set<string>
}

/** Below this many rows even a bad plan is fast. */
const fewRows = 500
/** The fraction of a workspace's rows after which its tables are checked again. */
const lookAfter = 1 / 10
/** The longest time a question waits for statistics, in milliseconds. */
const longestWaitMs = 3_000

/** A keeper that analyses on connections from `withClient`. */
export function statisticsKeeper(
  withClient: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>,
  schemaOf: (workspace: WorkspaceRef) => string,
  log: Log,
): StatisticsKeeper {
  const workspaces = new Map<string, Known>()

  async function look(workspace: WorkspaceRef, known: Known): Promise<void> {
    try {
      while (known.since >= known.enough) {
        known.since = 0
        const rows = await withClient((client) => analyseGrown(client, schemaOf(workspace), known))
        known.enough = known.unseen.size > 0 ? fewRows : Math.max(fewRows, rows * lookAfter)
      }
    } catch (error) {
      // Otherwise the workspace was dropped meanwhile, and the failure is expected.
      if (workspaces.get(workspace.id) === known)
        log.warn({ err: error, workspace: workspace.id }, 'planner statistics could not be updated')
    } finally {
      known.running = null
    }
  }

  return {
    async during(workspace, rows, append) {
      const known = workspaces.get(workspace.id) ?? {
        ...{ since: 0, enough: fewRows, running: null, begun: 0, ended: 0 },
        unseen: new Set<string>(),
      }
      workspaces.set(workspace.id, known)
      known.begun += rows
      try {
        const result = await append()
        known.since += rows
        return result
      } finally {
        known.ended += rows
        if (known.since >= known.enough && workspaces.get(workspace.id) === known)
          known.running ??= look(workspace, known)
      }
    },
    async settled({ id }) {
      const running = workspaces.get(id)?.running
      if (running == null) return
      const answered = new AbortController()
      const late = pause(longestWaitMs, undefined, { signal: answered.signal }).catch(() => undefined)
      await Promise.race([running, late])
      answered.abort()
    },
    forget: ({ id }) => void workspaces.delete(id),
    close: async () => {
      for (const { running } of workspaces.values()) await running
    },
  }
}

/**
 * Limits for ANALYZE, so that it never blocks changes of tables for long; the next append tries again. A
 * sample of 9,000 rows (target 30) costs a third of the usual 30,000 and leads to the same plans. Autovacuum
 * takes the larger sample once a tenth of a table has changed.
 */
const politely = `SET statement_timeout = '20s'; SET lock_timeout = '500ms'; SET default_statistics_target = 30`
const asBefore = 'RESET statement_timeout; RESET lock_timeout; RESET default_statistics_target'

/**
 * The tables that have grown: never analysed, or the file is at least twice as large as when last analysed,
 * or as many rows have changed as the table had. The size of the file is known at once; the counters of
 * changed rows are seconds late, but include rows that other processes stored. 64 kB are a few hundred rows.
 */
const grown = `SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND pg_relation_size(c.oid) >= 65536
    AND (c.reltuples < 0 OR pg_relation_size(c.oid) >= 2 * 8192 * c.relpages
      OR pg_stat_get_mod_since_analyze(c.oid) >= greatest(${fewRows}, c.reltuples))`

/**
 * The partitioned tables that have at least doubled, with their partitions. Autovacuum never analyses a
 * partitioned table itself, whose statistics estimate the distinct values over all partitions. The rows of a
 * partition are estimated from the size of its file, at 400 bytes a row until it is analysed.
 */
const grownWholes = `SELECT p.oid::regclass::text AS name, array_agg(c.oid::regclass::text) AS partitions FROM pg_class p
  JOIN pg_inherits i ON i.inhparent = p.oid JOIN pg_class c ON c.oid = i.inhrelid
  WHERE p.relnamespace = $1::regnamespace AND p.relkind = 'p'
  GROUP BY p.oid, p.reltuples
  HAVING sum(pg_relation_size(c.oid) *
    CASE WHEN c.reltuples > 0 AND c.relpages > 0 THEN c.reltuples / (8192.0 * c.relpages) ELSE 1 / 400.0 END)
    >= greatest(${fewRows}, 2 * p.reltuples)`

const size = `SELECT coalesce(sum(greatest(reltuples, 0)), 0)::float8 AS rows FROM pg_class
  WHERE relnamespace = $1::regnamespace AND relkind = 'r'`

/**
 * Analyses the tables that have grown and returns the approximate number of rows in the schema. Only one
 * process analyses at a time; the others skip it.
 */
async function analyseGrown(client: pg.ClientBase, schema: string, known: Known): Promise<number> {
  const { rows: locks } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock(${statisticsLock}, hashtext($1)) AS got`,
    [schema],
  )
  if (locks[0]?.got === true) {
    await client.query(politely)
    const unseen = new Set(known.unseen)
    /**
     * Analyses a table and its partitions; notes the parts that have
     * rows of appends that were running meanwhile.
     */
    const analyse = async (name: string, parts: readonly string[]): Promise<void> => {
      const { ended } = known
      await client.query(`ANALYZE ${name}`)
      for (const part of parts) {
        const seen = (await client.query<{ rows: number }>(rowsSeen, [part])).rows[0]?.rows ?? Infinity
        // Rows of appends that were running at any time during the ANALYZE.
        if (known.begun - ended >= Math.max(fewRows, seen / 2)) known.unseen.add(part)
        else known.unseen.delete(part)
        unseen.delete(part)
      }
    }
    const wholes = await client.query<{ name: string; partitions: string[] }>(grownWholes, [schema])
    for (const { name, partitions } of wholes.rows) await analyse(name, partitions)
    const tables = await client.query<{ name: string }>(grown, [schema])
    for (const name of new Set([...tables.rows.map((table) => table.name), ...unseen]))
      await analyse(name, [name])
    await client.query(`${asBefore}; SELECT pg_advisory_unlock(${statisticsLock}, hashtext('${schema}'))`)
  }
  const { rows } = await client.query<{ rows: number }>(size, [schema])
  return rows[0]?.rows ?? 0
}

/** The number of rows that ANALYZE has seen; no row if the table was dropped. */
const rowsSeen = 'SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = to_regclass($1)'

const statisticsLock = 0x5e8a
