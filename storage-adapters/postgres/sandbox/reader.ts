import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  cancelled,
  ServiceError,
  sqlFormats,
  type Log,
  type SqlBudget,
  type SqlParameters,
  type SqlReader,
  type WorkspaceRef,
} from '../../../contract/index.js'
import type { RecordConnection } from '../records/connection.js'
import type { Accounts } from './account.js'
import { connectReader, isWrongAccount, type Reader } from './connect.js'
import { sqlError } from './error-messages.js'
import { readRows } from './batches.js'
import { readFile } from './export.js'
import { guard, type Callable } from './guard.js'
import { bindParameters } from './parameters.js'
import { readColumns, readResult } from './query.js'
import { createReaders, type Lease, type ReadersOptions } from './readers.js'
import { openStatement, type Statement } from './statement.js'

/**
 * What readGround() found on the server. `accounts` is null if the service's account cannot create readers.
 */
export interface Ground {
  readonly accounts: Accounts | null
  readonly callable: Callable
}

export interface SqlReaderOptions {
  readonly connection: RecordConnection
  /** Connections of the service's account, which may end the readers' sessions. */
  readonly pool: pg.Pool
  readonly log: Log
  readonly ground: () => Promise<Ground>
  readonly readers?: Omit<ReadersOptions, 'connect'>
  /** Only for tests of one of the two layers alone. */
  readonly check?: typeof guard
  readonly connect?: ReadersOptions['connect']
}

export interface PostgresSqlReader extends Required<SqlReader> {
  readonly forget: (workspace: number) => void
  readonly close: () => void
}

const off = (cause?: unknown): ServiceError =>
  new ServiceError(
    'UNAVAILABLE',
    'SQL is unavailable: the service cannot use reader accounts on its database; see its log',
    { cause },
  )

/**
 * See SqlReader. A statement runs only behind both layers: the guard of the
 * text, and a login that can read one workspace.
 */
export function createSqlReader(options: SqlReaderOptions): PostgresSqlReader {
  const { connection, pool, log, ground, check = guard } = options

  async function connect(workspace: number) {
    const { accounts } = await ground()
    if (accounts === null) throw off()
    try {
      return await connectReader(connection, accounts, workspace)
    } catch (error) {
      if (!isRejected(error)) throw sqlError(error, '', 0)
      log.warn({ err: error, role: accounts.roleOf(workspace) }, 'login as the reader of a workspace failed')
      throw off(error)
    }
  }

  const readers = createReaders({ connect: options.connect ?? connect, ...options.readers })

  const closing = new AbortController()

  /**
   * Terminates the session from another connection, and repeats until it has ended. Never rejects: if the
   * server is unreachable for a while, the statement is left to the watchdog.
   */
  async function stop({ pid, role }: Reader): Promise<void> {
    // The process id may have been reused meanwhile, but at worst by another session of this reader.
    const text = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = $2'
    let [failures, wait] = [0, firstPauseMs]
    while (failures < mostFailures && !closing.signal.aborted) {
      try {
        const { rowCount } = await pool.query(text, [pid, role])
        if (rowCount === 0) return
        failures = 0
      } catch (error) {
        if (failures++ === 0) log.warn({ err: error }, 'a cancelled statement could not be stopped')
      }
      await pause(wait, undefined, { signal: closing.signal }).catch(() => undefined)
      wait = Math.min(longestPauseMs, wait * 2)
    }
  }

  async function open(
    workspace: WorkspaceRef,
    text: string,
    budget: SqlBudget,
    signal?: AbortSignal,
    parameters: SqlParameters = {},
  ): Promise<Statement> {
    const { accounts, callable } = await ground()
    if (accounts === null && options.connect === undefined) throw off()
    const bound = await bindParameters(text, parameters)
    await check(bound.text, callable, bound)
    try {
      const lease = await readers.lease(workspace.number, signal)
      return await openStatement(holding(lease, budget), bound, budget, stop, signal)
    } catch (error) {
      if (signal?.aborted !== true || error instanceof ServiceError) throw error
      throw cancelled('statement', error)
    }
  }

  return {
    formats: sqlFormats,
    takesParameters: true,
    query: async (workspace, text, budget, ...rest) =>
      readResult(await open(workspace, text, budget, ...rest), budget),
    check: async (workspace, text, budget, ...rest) =>
      readColumns(await open(workspace, text, budget, ...rest)),
    export: async (workspace, text, format, budget, ...rest) =>
      readFile(await open(workspace, text, budget, ...rest), format, budget),
    rows: async (workspace, text, budget, ...rest) =>
      readRows(await open(workspace, text, budget, ...rest), budget),
    forget: (workspace) => readers.forget(workspace),
    close() {
      closing.abort()
      readers.close()
    },
  }
}

/** The lease, whose release also returns the statement's place in the budget. */
function holding({ reader, release }: Lease, { hold }: SqlBudget): Lease {
  const drop = hold?.()
  return {
    reader,
    release(isWhole) {
      release(isWhole)
      drop?.()
    },
  }
}

/**
 * Milliseconds between checks whether a session has ended: the first pause, which doubles, and the longest.
 */
const firstPauseMs = 25
const longestPauseMs = 1_000
/** The number of consecutive failed checks before giving up: about half a minute. */
const mostFailures = 30

/**
 * Whether a login was rejected (no role, another password, no entry in
 * pg_hba.conf) or gave a different account.
 */
function isRejected(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isWrongAccount(error)
  return /^(28|3D|42501)/.test(error.code ?? '')
}
