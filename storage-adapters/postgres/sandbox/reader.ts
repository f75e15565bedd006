import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  ServiceError,
  sqlFormats,
  type Log,
  type SqlBudget,
  type SqlReader,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import type { RecordConnection } from '../records/connection.js'
import type { Accounts } from './account.js'
import { connectReader, type Reader } from './connect.js'
import { sqlError } from './error-messages.js'
import { readFile } from './export.js'
import { guard, type Callable } from './guard.js'
import { readResult } from './query.js'
import { createReaders, type Lease, type ReadersOptions } from './readers.js'
import { openStatement, type Statement } from './statement.js'

/** What prepare() found out: null where the service's account may not make readers. */
export interface Ground {
  readonly accounts: Accounts | null
  readonly callable: Callable
}

export interface SqlReaderOptions {
  readonly connection: RecordConnection
  /** The service's own connections, which may end those of the readers. */
  readonly pool: pg.Pool
  readonly log: Log
  readonly ground: () => Promise<Ground>
  readonly readers?: Omit<ReadersOptions, 'connect'>
  /** Only for tests that look at one of the two layers alone. */
  readonly check?: typeof guard
  readonly connect?: ReadersOptions['connect']
}

export interface PostgresSqlReader extends SqlReader {
  readonly forget: (workspace: number) => void
  readonly close: () => void
}

const off = (cause?: unknown): ServiceError =>
  new ServiceError(
    'UNAVAILABLE',
    'SQL is not available here: the service may not use reading accounts on its database. Its log says why.',
    { cause },
  )

/** See SqlReader. Nothing runs unless both hold: the guard over the text, and a login that may read one workspace only. */
export function createSqlReader(options: SqlReaderOptions): PostgresSqlReader {
  const { connection, pool, log, ground, check = guard } = options

  async function connect(workspace: number) {
    const { accounts } = await ground()
    if (accounts === null) throw off()
    try {
      return await connectReader(connection, accounts, workspace)
    } catch (error) {
      if (!isRefused(error)) throw sqlError(error, '', 0)
      log.warn({ err: error, role: accounts.roleOf(workspace) }, 'the reader of a workspace could not log in')
      throw off(error)
    }
  }

  const readers = createReaders({ connect: options.connect ?? connect, ...options.readers })

  const closing = new AbortController()

  /**
   * Another connection asks the server to end the session, and looks until it has ended. Never rejects: when the server
   * cannot be asked for a while, the watchdog is left to count the statement.
   */
  async function stop({ pid, role }: Reader): Promise<void> {
    // The number may be another session's by now: of this reader's, at worst.
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
    signal: AbortSignal | undefined,
  ): Promise<Statement> {
    const { accounts, callable } = await ground()
    if (accounts === null && options.connect === undefined) throw off()
    await check(text, callable)
    try {
      const lease = await readers.lease(workspace.number, signal)
      return await openStatement(holding(lease, budget), text, budget, stop, signal)
    } catch (error) {
      if (signal?.aborted !== true || error instanceof ServiceError) throw error
      throw new ServiceError('UNAVAILABLE', 'The statement was cancelled.', { retryAfter: 1, cause: error })
    }
  }

  return {
    formats: sqlFormats,
    query: async (workspace, text, budget, signal) =>
      readResult(await open(workspace, text, budget, signal), budget),
    export: async (workspace, text, format, budget, signal) =>
      readFile(await open(workspace, text, budget, signal), format, budget),
    forget: (workspace) => readers.forget(workspace),
    close() {
      closing.abort()
      readers.close()
    },
  }
}

/** The lease, whose release gives the place of the statement back too. */
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

/** Milliseconds: the first pause between two looks at a session that is to end, which doubles, and the longest. */
const firstPauseMs = 25
const longestPauseMs = 1_000
/** Looks that fail in a row, after which the wait is given up: about half a minute. */
const mostFailures = 30

/** A login that does not work, or does not give what it must: no role, another password, no entry in pg_hba.conf. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError))
    return error instanceof Error && error.message.startsWith('the server has')
  return /^(28|3D|42501)/.test(error.code ?? '')
}
