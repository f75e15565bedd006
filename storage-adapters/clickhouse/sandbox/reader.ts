import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import {
  checkParameters,
  overTime,
  ServiceError,
  sqlFormats,
  type JsonValue,
  type Log,
  type SqlBudget,
  type SqlFormat,
  type SqlParameters,
  type SqlReader,
  type SqlResult,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import type { Killer } from '../killer.js'
import type { Servers } from '../cluster/servers.js'
import type { BorrowedReader, ReaderAccounts } from './accounts.js'
import { deadline, type Deadline } from './deadline.js'
import { endedWell } from './stream-trailer.js'
import { guard } from './guard.js'
import { onlyOneSelect, reject } from './refuse.js'
import { isLost, sqlError } from './error-messages.js'
import { placeholdersOf, valuesOf, withEngineTypes, withLiterals } from './parameters.js'
import { escapedText, StatementError, type ReaderRequest, type ReaderRequests } from './request.js'
import { readRows, rowsFormat } from './streamed-rows.js'
import { budgetSettings, type BudgetSetting } from './settings.js'
import { parseExact, readerOf } from './values.js'

const engineFormats: Readonly<Record<SqlFormat, string>> = {
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
  parquet: 'Parquet',
}

/** Maximum bytes of a statement, and of its formatted text and syntax tree. */
const mostBytes = 65_536
const mostTreeBytes = 8_388_608

/** The parts of the SQL reader. */
export interface SqlReaderOptions {
  /** Under the service's own account; used to list the function names only. */
  readonly servers: Servers
  readonly accounts: ReaderAccounts
  readonly requests: ReaderRequests
  readonly killer: Killer
  readonly log: Log
}

/**
 * Returns the reader for members' SQL. It is secured in two layers: the guard over the syntax tree, and an
 * account that can read one workspace only.
 */
export function createSqlReader(options: SqlReaderOptions): Required<SqlReader> {
  const { servers, accounts, requests, killer, log } = options
  const { client, cluster } = servers
  const functions = functionNames(client)

  /**
   * Returns the checked statement to run: the text as the engine formats it, under the reader's own account.
   */
  async function prepared(account: BorrowedReader, asked: Asked, { signal }: Deadline): Promise<Prepared> {
    const { text, given } = asked
    const forbidden = await functions()
    const written = await requests.read(
      {
        account,
        statement: 'SELECT formatQuerySingleLine({q:String})',
        parameters: { q: escapedText(text) },
        format: 'JSONCompactEachRow',
        signal,
      },
      mostTreeBytes,
    )
    const [canonical = ''] = JSON.parse(written) as [string?]
    if (!/^(SELECT|WITH|\()/.test(canonical)) throw reject(onlyOneSelect)
    const bound = checkParameters(placeholdersOf(canonical), given)
    const parameters = bound.length === 0 ? {} : { parameters: valuesOf(bound) }
    const typed = withEngineTypes(canonical)
    const statement = `EXPLAIN AST ${typed}`
    // The engine puts the parameters' values into the tree, so the guard checks these too.
    const explain = { account, statement, ...parameters, format: 'TSVRaw', signal }
    const tree = await requests.read(explain, mostTreeBytes)
    const { plain } = guard(withLiterals(canonical), tree, forbidden, cluster !== null)
    // Without an outer SELECT, the engine limits each part of a UNION instead of the whole.
    return { statement: plain ? typed : `SELECT * FROM (${typed})`, ...parameters }
  }

  /**
   * Runs a statement with a reader account. Holds the account and the statement's slot until the engine no
   * longer runs the statement. Retries once if the account or its database is missing.
   */
  async function withReader<T>(
    workspace: WorkspaceRef,
    asked: Asked,
    { budget, ending }: { readonly budget: SqlBudget; readonly ending: Deadline },
    run: (account: BorrowedReader, statement: Prepared, outlived: Outlived) => Promise<T>,
  ): Promise<T> {
    checkText(asked.text)
    for (let attempt = 1; ; attempt++) {
      ending.signal.throwIfAborted()
      const account = holding(await accounts.borrow(workspace), budget)
      const id = `sextant-sql-w${workspace.number}-${randomUUID()}`
      const outlived: Outlived = {
        id,
        release: () => void killer.end(id).then(() => account.release()),
      }
      let isSent = false
      try {
        const statement = await prepared(account, asked, ending)
        isSent = true
        return await run(account, statement, outlived)
      } catch (error) {
        if (isSent && !(error instanceof StatementError)) outlived.release()
        else account.release()
        if (attempt > 1 || !(isLost(error) || isGone(error, account))) throw error
        accounts.forget(workspace)
      }
    }
  }

  function failure(error: unknown, text: string, ending: Deadline): unknown {
    const known = ending.passed ? overTime('statement', error) : sqlError(error, text)
    if (!(known instanceof ServiceError)) log.error({ err: known }, "a member's SQL statement failed")
    return known
  }

  /** Runs a statement and streams its answer in a format of the engine. */
  async function stream(
    workspace: WorkspaceRef,
    asked: Asked,
    format: string,
    budget: SqlBudget,
    signal: AbortSignal | undefined,
  ): Promise<AsyncIterable<Uint8Array>> {
    const { text } = asked
    const ending = deadline(budget.timeMs, signal)
    try {
      return await withReader(workspace, asked, { budget, ending }, async (account, prepared, outlived) => {
        const settings = budgetOf(budget, budget.rows)
        const { id } = outlived
        const request = { account, ...prepared, settings, id, format, signal: ending.signal }
        const incoming = await requests.open(request)
        return endedWell(incoming, budget.bytes, {
          failed: (error) => failure(error, text, ending),
          ended() {
            if (incoming.complete) account.release()
            else outlived.release()
            ending.end()
          },
        })
      })
    } catch (error) {
      ending.end()
      throw failure(error, text, ending)
    }
  }

  return {
    formats: sqlFormats,
    takesParameters: true,
    async query(workspace, text, budget, signal, given = {}) {
      const ending = deadline(budget.timeMs, signal)
      const asked = { text, given }
      try {
        return await withReader(workspace, asked, { budget, ending }, async (account, prepared, outlived) => {
          const settings = { ...budgetOf(budget, budget.rows + 1), wait_end_of_query: '1' }
          const { id } = outlived
          const request = { account, ...prepared, settings, id, format: 'JSONCompact', signal: ending.signal }
          const answer = await requests.read(request, budget.bytes)
          account.release()
          return resultOf(answer, budget.rows)
        })
      } catch (error) {
        throw failure(error, text, ending)
      } finally {
        ending.end()
      }
    },
    async check(workspace, text, budget, signal, given = {}) {
      const ending = deadline(budget.timeMs, signal)
      const asked = { text, given }
      try {
        return await withReader(workspace, asked, { budget, ending }, async (account, prepared, outlived) => {
          // The types of a statement are known before it runs, but for scalar subqueries, which run for them.
          const statement = `DESCRIBE TABLE (${prepared.statement})`
          const { max_execution_time, max_memory_usage } = budgetOf(budget, budget.rows)
          const settings = { max_execution_time, max_memory_usage }
          const { signal } = ending
          const request: ReaderRequest = {
            ...{ account, ...prepared, statement, settings, id: outlived.id, format: 'JSONCompact', signal },
          }
          const { data } = JSON.parse(await requests.read(request, budget.bytes)) as Described
          account.release()
          return data.map(([name, data_type]) => ({ name, data_type }))
        })
      } catch (error) {
        throw failure(error, text, ending)
      } finally {
        ending.end()
      }
    },
    export: (workspace, text, format, budget, signal, given = {}) =>
      stream(workspace, { text, given }, engineFormats[format], budget, signal),
    rows: async (workspace, text, budget, signal, given = {}) =>
      readRows(await stream(workspace, { text, given }, rowsFormat, budget, signal)),
  }
}

interface Asked {
  readonly text: string
  /** The values of its parameters, not yet checked. */
  readonly given: SqlParameters
}

type Prepared = Pick<ReaderRequest, 'statement' | 'parameters'>

/** A statement that may still run in the engine after its answer was abandoned. */
interface Outlived {
  readonly id: string
  /** Releases the account once the engine no longer runs the statement. */
  release(): void
}

/** Returns the account with a release that also frees the statement's slot. */
function holding(account: BorrowedReader, { hold }: SqlBudget): BorrowedReader {
  const drop = hold?.()
  return {
    ...account,
    release() {
      account.release()
      drop?.()
    },
  }
}

function checkText(text: string): void {
  if (Buffer.byteLength(text) > mostBytes) throw reject(`query must not exceed ${mostBytes} bytes`)
  // eslint-disable-next-line no-control-regex -- matches control characters on purpose
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))
    throw reject('query must not contain control characters except tabs and line ends')
  if (!text.isWellFormed()) throw reject('query must not contain a lone surrogate')
  if (text.trim() === '') throw reject('query must not be empty')
}

const isGone = (error: unknown, { database }: BorrowedReader): boolean =>
  error instanceof Error &&
  error.name === 'StatementError' &&
  error.message.includes(`Database ${database} does not exist`)

const budgetOf = (budget: SqlBudget, rows: number): Record<BudgetSetting, string> => {
  const within = (name: BudgetSetting, value: number): string =>
    String(Math.min(value, budgetSettings[name].most))
  return {
    limit: within('limit', rows),
    max_execution_time: within('max_execution_time', budget.timeMs / 1000),
    max_memory_usage: within('max_memory_usage', budget.memoryBytes),
    max_result_bytes: within('max_result_bytes', budget.bytes),
  }
}

interface Described {
  readonly data: readonly (readonly [name: string, type: string])[]
}

interface Answer {
  readonly meta: readonly { readonly name: string; readonly type: string }[]
  readonly data: readonly (readonly JsonValue[])[]
  readonly statistics: { readonly elapsed: number }
}

function resultOf(text: string, most: number): SqlResult {
  const { meta, data, statistics } = parseExact(text) as Answer
  const readers = meta.map(({ type }) => readerOf(type))
  const rows = data.slice(0, most).map((row) => row.map((cell, index) => readers[index]?.(cell) ?? null))
  return {
    columns: meta.map(({ name, type }) => ({ name, data_type: type })),
    rows,
    truncated: data.length > most,
    elapsedMs: Math.round(statistics.elapsed * 1000),
  }
}

/** Returns a function that reads the names of all functions of this server once, in lower case. */
function functionNames(client: ClickHouseClient): () => Promise<ReadonlySet<string>> {
  let known: ReadonlySet<string> | null = null
  return async () => {
    if (known !== null) return known
    const query = 'SELECT name FROM system.functions'
    const result = await client.query({ query, format: 'JSONCompactEachRow' }).catch((error: unknown) => {
      throw clickhouseError(error)
    })
    known = new Set((await result.json<[string]>()).map(([name]) => name.toLowerCase()))
    return known
  }
}
