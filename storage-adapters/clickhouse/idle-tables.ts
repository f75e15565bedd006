import type { ClickHouseClient } from '@clickhouse/client'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log, SqlReader, WorkspaceRef } from '../../core/contract/index.js'
import { limiter } from '../sql/limiter.js'
import { placeOf } from './cluster/database.js'
import { clickhouseError, isNetworkError } from './errors.js'
import { identifier } from './identifier.js'

/** Databases of workspaces on one server. */
export const workspaceDatabases = /^w[0-9]+$/

/**
 * Detaches the tables of workspaces that nobody uses, and attaches them before they are used. The engine needs about 1 MB of
 * memory, 7 open files and 18 ms of its start for the tables of a workspace that are attached, and next to nothing for
 * those that are not.
 *
 * Only on an engine that has no other users than this process: another one would find no tables. The engine
 * remembers across restarts which tables are detached; this reads it once, and changes it alone from then on.
 */
export interface IdleTables {
  /** Reads what is detached. With 0 as the idle time all tables are attached now. */
  start(): Promise<void>
  /** Runs the work with the tables attached; they stay attached until it has ended. */
  during<T>(workspace: WorkspaceRef, work: () => Promise<T>): Promise<T>
  /** Attaches the tables, which stay so until the result is called. */
  hold(workspace: WorkspaceRef): Promise<() => void>
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

interface Options {
  readonly client: ClickHouseClient
  readonly log: Log
  /** Milliseconds without use after which tables are detached; 0: they are not. */
  readonly idleMs: number
  /** Runs before the tables are detached: what this process keeps of them is read again at the next use. */
  readonly leaving: (workspace: WorkspaceRef) => Promise<void>
}

interface Kept {
  readonly workspace: WorkspaceRef
  holders: number
  /** Of the last use's end, as of performance.now(). */
  usedAt: number
  /** Settles when the tables are attached; null: they are to be attached. */
  attached: Promise<void> | null
  /** Settles when the tables are detached. */
  leaving: Promise<void>
}

/** Workspaces at a time: each is about seven statements. */
const attachedAtOnce = 4
const sweepMs = 60_000
const attempts = 3
const againMs = 100

/** For servers of one's own: all tables stay attached. */
export const alwaysAttached: IdleTables = {
  start: () => Promise.resolve(),
  during: (_, work) => work(),
  hold: () => Promise.resolve(() => undefined),
  forget: () => undefined,
  close: () => Promise.resolve(),
}

export function idleTables({ client, log, idleMs, leaving }: Options): IdleTables {
  const all = new Map<number, Kept>()
  const limited = limiter(attachedAtOnce)
  let known: Promise<Set<number>> | null = null
  let sweeping: Promise<void> = Promise.resolve()
  let closed = false

  const read = async (query: string, query_params: Record<string, unknown> = {}): Promise<string[]> => {
    const result = await client.query({ query, query_params, format: 'JSONCompactEachRow' })
    return (await result.json<[string]>()).map(([value]) => value)
  }

  /** The workspaces that may have a detached table. */
  const detached = (): Promise<Set<number>> =>
    (known ??= read(
      // Databases of some other engines cannot be asked.
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
    const outside = await detached()
    if (!outside.has(workspace.number)) return
    const attachAll = async (): Promise<void> => {
      const { database } = placeOf(workspace, null)
      const tables = await read(
        'SELECT table FROM system.detached_tables WHERE database = {database:String}',
        {
          database: `w${workspace.number}`,
        },
      )
      // All have ended before one is said to have failed: the next try must not meet them.
      const ended = await Promise.allSettled(
        tables.map((table) =>
          client.command({ query: `ATTACH TABLE IF NOT EXISTS ${database}.${identifier(table)}` }),
        ),
      )
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    }
    // A connection may break, or the engine be starting again; whatever is attached by then is not attached twice.
    await limited(async () => {
      for (let attempt = 1; ; attempt++)
        try {
          await attachAll()
          return
        } catch (error) {
          if (attempt === attempts || !isNetworkError(error)) throw error
          await pause(againMs)
        }
    })
    outside.delete(workspace.number)
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

  /** Gives up as soon as somebody waits for the tables. */
  async function detach(kept: Kept): Promise<void> {
    const { workspace } = kept
    const { database } = placeOf(workspace, null)
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

  /** Workspaces whose tables the engine is changing or merging. */
  async function busy(idle: readonly Kept[]): Promise<ReadonlySet<string>> {
    const names = await read(
      `SELECT DISTINCT database FROM (SELECT database FROM system.mutations WHERE NOT is_done
        UNION ALL SELECT database FROM system.merges) WHERE database IN {names:Array(String)}`,
      { names: idle.map(({ workspace }) => `w${workspace.number}`) },
    )
    return new Set(names)
  }

  async function sweep(): Promise<void> {
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
    // Else the engine's allocator keeps what they took; an engine may have another one.
    await client.command({ query: 'SYSTEM JEMALLOC PURGE' }).catch(() => undefined)
  }

  let isSweeping = false
  const look = (): void => {
    if (isSweeping) return
    isSweeping = true
    sweeping = sweep()
      .catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'idle workspaces could not be looked for')
      })
      .finally(() => (isSweeping = false))
  }
  const timer = idleMs === 0 ? undefined : setInterval(look, Math.min(sweepMs, idleMs / 2)).unref()

  return {
    async start() {
      const outside = await detached()
      if (idleMs > 0 || outside.size === 0) return
      log.info({ workspaces: outside.size }, 'the tables of all workspaces are attached')
      await Promise.all(
        [...outside].map((number) => during({ id: `w${number}`, number }, () => Promise.resolve())),
      )
    },
    during,
    hold,
    forget: ({ number }) => void all.delete(number),
    async close() {
      closed = true
      clearInterval(timer)
      await sweeping
    },
  }
}

/** A reader that holds the tables; an export does until its rows have been taken. */
export const holdingReader = (sql: SqlReader, tables: IdleTables): SqlReader => ({
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
})
