import type { ClickHouseClient } from '@clickhouse/client'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log, SqlReader, WorkspaceRef } from '../../contract/index.js'
import { limiter } from '../sql/limiter.js'
import { attachDetached, attachHidden, type HiddenDefinitions } from './attach-tables.js'
import { databaseOf } from './cluster/database.js'
import { clickhouseError, isNetworkError } from './errors.js'
import { identifier } from './identifier.js'
import { rowsEnding } from '../sql/rows-ending.js'

/** Matches the names of workspace databases on a single server. */
export const workspaceDatabases = /^w[0-9]+$/

/**
 * Detaches the tables of idle workspaces and attaches them before they are used again. Attached tables of one
 * workspace cost the engine about 1 MB of memory, 7 open files and 18 ms of its startup; detached ones cost
 * next to nothing.
 *
 * Only for an engine that no other process uses, because other processes would find no tables. The engine
 * remembers across restarts which tables are detached. This process reads that once and is the only one to
 * change it afterwards.
 */
export interface IdleTables {
  /** Reads which workspaces have detached tables. If the idle time is 0, attaches all of them. */
  start(): Promise<void>
  /** Runs `work` with the tables attached, and keeps them attached until it ends. */
  during<T>(workspace: WorkspaceRef, work: () => Promise<T>): Promise<T>
  /** Attaches the tables and keeps them attached until the returned function is called. */
  hold(workspace: WorkspaceRef): Promise<() => void>
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

interface Options {
  readonly client: ClickHouseClient
  readonly log: Log
  /** Idle time in ms after which tables are detached; 0 never detaches. */
  readonly idleMs: number
  /** The tables that the engine has hidden at its start; undefined if it hides none. */
  readonly hidden: HiddenDefinitions | undefined
  /**
   * Runs before tables are detached; drops what this process caches about them, which is read again at the
   * next use.
   */
  readonly leaving: (workspace: WorkspaceRef) => Promise<void>
}

interface Kept {
  readonly workspace: WorkspaceRef
  holders: number
  /** When the last use ended, as performance.now(). */
  usedAt: number
  /** Settles when the tables are attached; null if they are not yet being attached. */
  attached: Promise<void> | null
  /** Settles when a running detachment has ended. */
  leaving: Promise<void>
}

/** Workspaces attached in parallel; each takes about seven statements. */
const attachedAtOnce = 4
const sweepMs = 60_000
const attempts = 3
const againMs = 100

/** For servers that other clients use too: all tables stay attached. */
export const alwaysAttached: IdleTables = {
  start: () => Promise.resolve(),
  during: (_, work) => work(),
  hold: () => Promise.resolve(() => undefined),
  forget: () => undefined,
  close: () => Promise.resolve(),
}

/** Returns the tables of an embedded engine, detached while idle. */
export function idleTables({ client, log, idleMs, hidden, leaving }: Options): IdleTables {
  const all = new Map<number, Kept>()
  const limited = limiter(attachedAtOnce)
  /** Workspaces whose hidden tables are attached. */
  const seen = new Set<number>()
  const unseen = (number: number): boolean => hidden !== undefined && !seen.has(number)
  let known: Promise<Set<number>> | null = null
  let sweeping: Promise<void> = Promise.resolve()
  let closed = false

  const read = async (query: string, query_params: Record<string, unknown> = {}): Promise<string[]> => {
    const result = await client.query({ query, query_params, format: 'JSONCompactEachRow' })
    return (await result.json<[string]>()).map(([value]) => value)
  }

  /** The numbers of workspaces that may have a detached table. */
  const detached = (): Promise<Set<number>> =>
    (known ??= read(
      // Databases with some other engines reject this query, so only workspaces' are read.
      `SELECT DISTINCT database FROM system.detached_tables WHERE match(database, {databases:String})`,
      { databases: workspaceDatabases.source },
    ).then(
      (names) => new Set(names.map((name) => Number(name.slice(1)))),
      (error: unknown) => {
        known = null
        throw error
      },
    ))

  async function attach({ workspace, leaving }: Kept): Promise<void> {
    await leaving
    const { number } = workspace
    const outside = await detached()
    if (!outside.has(number) && !unseen(number)) return
    const database = `w${number}`
    // Retries if the connection breaks or the engine restarts; tables attached by then are skipped.
    await limited(async () => {
      for (let attempt = 1; ; attempt++)
        try {
          if (hidden !== undefined && unseen(number)) await attachHidden(client, database, hidden)
          if (outside.has(number)) await attachDetached(client, database)
          return
        } catch (error) {
          if (attempt === attempts || !isNetworkError(error)) throw error
          await pause(againMs)
        }
    })
    seen.add(number)
    outside.delete(number)
  }

  async function hold(workspace: WorkspaceRef): Promise<() => void> {
    const { number } = workspace
    const kept = all.get(number) ?? {
      workspace,
      holders: 0,
      usedAt: 0,
      attached: null,
      leaving: Promise.resolve(),
    }
    all.set(number, kept)
    const release = (): void => {
      kept.holders--
      kept.usedAt = performance.now()
    }
    kept.holders++
    const attached = (kept.attached ??= attach(kept))
    try {
      await attached
    } catch (error) {
      if (kept.attached === attached) kept.attached = null
      release()
      throw clickhouseError(error)
    }
    return release
  }

  async function during<T>(workspace: WorkspaceRef, work: () => Promise<T>): Promise<T> {
    const release = await hold(workspace)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const isIdle = ({ holders, attached, usedAt, workspace: { number } }: Kept): boolean =>
    holders === 0 && attached !== null && all.has(number) && performance.now() - usedAt >= idleMs

  /** Stops as soon as another task waits for the tables. */
  async function detach(kept: Kept): Promise<void> {
    const { workspace } = kept
    const { name: database } = databaseOf(workspace, null)
    try {
      await leaving(workspace)
      const tables = await read('SELECT name FROM system.tables WHERE database = {database:String}', {
        database: `w${workspace.number}`,
      })
      for (const table of tables) {
        if (kept.holders > 0) return
        await client.command({ query: `DETACH TABLE ${database}.${identifier(table)} PERMANENTLY SYNC` })
      }
    } catch (error) {
      if (!closed) log.warn({ err: error, workspace: workspace.id }, 'idle tables could not be detached')
    }
  }

  /** Database names of workspaces whose tables the engine is mutating or merging. */
  async function busy(idle: readonly Kept[]): Promise<ReadonlySet<string>> {
    const names = await read(
      `SELECT DISTINCT database FROM (SELECT database FROM system.mutations WHERE NOT is_done
        UNION ALL SELECT database FROM system.merges) WHERE database IN {names:Array(String)}`,
      { names: idle.map(({ workspace }) => `w${workspace.number}`) },
    )
    return new Set(names)
  }

  /**
   * Counts workspaces whose tables were attached before this process as used now, so that they become idle.
   */
  async function adopt(): Promise<void> {
    const names = await read(
      `SELECT DISTINCT database FROM system.tables WHERE match(database, {databases:String})`,
      { databases: workspaceDatabases.source },
    )
    for (const name of names) {
      const number = Number(name.slice(1))
      if (!all.has(number)) await during({ id: name, number }, () => Promise.resolve())
    }
  }

  let adopted = false
  async function sweep(): Promise<void> {
    if (!adopted) await adopt()
    adopted = true
    const idle = [...all.values()].filter(isIdle)
    if (idle.length === 0) return
    const working = await busy(idle)
    const outside = await detached()
    for (const kept of idle) {
      const { number } = kept.workspace
      if (closed || !isIdle(kept) || working.has(`w${number}`)) continue
      outside.add(number)
      kept.attached = null
      await (kept.leaving = detach(kept))
    }
    // Otherwise the allocator keeps the memory of the detached tables. Fails without effect if the engine
    // uses another allocator.
    await client.command({ query: 'SYSTEM JEMALLOC PURGE' }).catch(() => undefined)
  }

  let isSweeping = false
  const look = (): void => {
    if (isSweeping) return
    isSweeping = true
    sweeping = sweep()
      .catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'idle workspaces could not be listed')
      })
      .finally(() => (isSweeping = false))
  }
  const timer = idleMs === 0 ? undefined : setInterval(look, Math.min(sweepMs, idleMs / 2)).unref()

  return {
    async start() {
      const outside = await detached()
      if (idleMs > 0 || outside.size === 0) return
      log.info({ workspaces: outside.size }, 'attaching the tables of all workspaces')
      await Promise.all(
        [...outside].map((number) => during({ id: `w${number}`, number }, () => Promise.resolve())),
      )
    },
    during,
    hold,
    forget({ number }) {
      all.delete(number)
      seen.delete(number)
    },
    async close() {
      closed = true
      clearInterval(timer)
      await sweeping
    },
  }
}

/** Wraps a reader so that a workspace's tables stay attached during an export, until its last row is read. */
export const holdingReader = (sql: Required<SqlReader>, tables: IdleTables): Required<SqlReader> => ({
  ...sql,
  async export(workspace, ...rest) {
    const release = await tables.hold(workspace)
    try {
      const rows = await sql.export(workspace, ...rest)
      return (async function* () {
        try {
          yield* rows
        } finally {
          release()
        }
      })()
    } catch (error) {
      release()
      throw error
    }
  },
  async rows(workspace, ...rest) {
    const release = await tables.hold(workspace)
    try {
      return rowsEnding(await sql.rows(workspace, ...rest), release)
    } catch (error) {
      release()
      throw error
    }
  },
})
