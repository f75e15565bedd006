import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log, WorkspaceRef } from '../../../core/contract/index.js'

/**
 * Keeps the planner's statistics with the load. Autovacuum looks once a minute: until then Postgres plans over tables that
 * have grown a thousandfold as if they held what they held before, and joins them by nested loops.
 */
export interface StatisticsKeeper {
  /** Runs the append of so many rows; what has grown is analysed in the background. */
  during<T>(workspace: WorkspaceRef, rows: number, append: () => Promise<T>): Promise<T>
  /** Resolves when nothing is being analysed for the workspace, or after a bounded wait. */
  settled(workspace: WorkspaceRef): Promise<void>
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

interface Known {
  /** Rows committed since the tables were last looked at. */
  since: number
  /** Look again after so many rows. */
  enough: number
  /** The look that is under way. */
  running: Promise<void> | null
  /** Rows of all appends that have begun, and of those that have ended. */
  begun: number
  ended: number
  /**
   * Tables that were analysed while an append was under way. Its rows are in the file, which does not grow any more, but
   * were not seen.
   */
  readonly unseen: Set<string>
}

/** Below this many rows no plan is so bad that it matters. */
const fewRows = 500
/** Of the rows of a workspace, after which its tables are looked at again. */
const lookAfter = 1 / 10
/** A question waits at most so long for statistics. */
const longestWaitMs = 3_000

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
      // Forgotten: the workspace was dropped meanwhile.
      if (workspaces.get(workspace.id) === known)
        log.warn({ err: error, workspace: workspace.id }, 'planner statistics could not be renewed')
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
 * Never in the way of what changes tables, and never for long: the next append tries again. A sample of 9,000 rows costs a
 * third of the usual 30,000 and leads to the same plans. Autovacuum takes the large one once a tenth of a table has
 * changed since.
 */
const politely = `SET statement_timeout = '20s'; SET lock_timeout = '500ms'; SET default_statistics_target = 30`
const asBefore = 'RESET statement_timeout; RESET lock_timeout; RESET default_statistics_target'

/**
 * A table has grown if its file is twice as large as when it was last analysed. The file is what the server knows at
 * once; its counters of changed rows come seconds later, and tell what other processes stored. 64 kB are a few hundred
 * rows.
 */
const grown = `SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND pg_relation_size(c.oid) >= 65536
    AND (c.reltuples < 0 OR pg_relation_size(c.oid) >= 2 * 8192 * c.relpages
      OR pg_stat_get_mod_since_analyze(c.oid) >= greatest(${fewRows}, c.reltuples))`

/**
 * Autovacuum never analyses a partitioned table itself, whose statistics tell how many values all partitions have. What
 * partitions hold is told from their files, at about 400 bytes a row until they are analysed.
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

/** Analyses what has grown; returns about how many rows the schema holds. One process at a time, the others pass. */
async function analyseGrown(client: pg.ClientBase, schema: string, known: Known): Promise<number> {
  const { rows: locks } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock(${statisticsLock}, hashtext($1)) AS got`,
    [schema],
  )
  if (locks[0]?.got === true) {
    await client.query(politely)
    const unseen = new Set(known.unseen)
    /** Analyses a table, and with it its partitions. */
    const analyse = async (name: string, parts: readonly string[]): Promise<void> => {
      const { ended } = known
      await client.query(`ANALYZE ${name}`)
      for (const part of parts) {
        const seen = (await client.query<{ rows: number }>(rowsSeen, [part])).rows[0]?.rows ?? Infinity
        // The rows that were under way at any time meanwhile.
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

/** No row: the table was dropped. */
const rowsSeen = 'SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = to_regclass($1)'

const statisticsLock = 0x5e8a
