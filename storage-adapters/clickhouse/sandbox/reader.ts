import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import {
  overTime,
  ServiceError,
  sqlFormats,
  type JsonValue,
  type Log,
  type SqlBudget,
  type SqlFormat,
  type SqlReader,
  type SqlResult,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { clickhouseError } from '../errors.js'
import type { Killer } from '../killer.js'
import type { Servers } from '../cluster/servers.js'
import type { BorrowedReader, ReaderAccounts } from './accounts.js'
import { deadline, type Deadline } from './deadline.js'
import { endedWell } from './stream-trailer.js'
import { guard } from './guard.js'
import { refuse } from './refuse.js'
import { isLost, sqlError } from './error-messages.js'
import { EngineRefusal, type ReaderRequests } from './request.js'
import { budgetSettings, type BudgetSetting } from './settings.js'
import { parseExact, readerOf } from './values.js'

const engineFormats: Readonly<Record<SqlFormat, string>> = {
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
  parquet: 'Parquet',
}

/** Of a statement, and of what the engine makes of it before it runs. */
const mostBytes = 65_536
const mostTreeBytes = 8_388_608

export interface SqlParts {
  /** Under the service's own account: asked for the names of the functions only. */
  readonly servers: Servers
  readonly accounts: ReaderAccounts
  readonly requests: ReaderRequests
  readonly killer: Killer
  readonly log: Log
}

/** SQL of members in two layers: the guard over the syntax tree, and an account that can read one workspace. */
export function createSqlReader({ servers, accounts, requests, killer, log }: SqlParts): SqlReader {
  const { client, cluster } = servers
  const functions = functionNames(client)

  /** What is run in place of the text, checked; as the reader itself. */
  async function prepared(account: BorrowedReader, text: string, ending: Deadline): Promise<string> {
    const forbidden = await functions()
    const { signal } = ending
    const written = await requests.read(
      {
        account,
        statement: 'SELECT formatQuerySingleLine({q:String})',
        parameters: { q: text },
        format: 'JSONCompactEachRow',
        signal,
      },
      mostTreeBytes,
    )
    const [canonical = ''] = JSON.parse(written) as [string?]
    if (!/^(SELECT|WITH|\()/.test(canonical)) throw refuse('Only one SELECT statement is allowed.')
    const statement = `EXPLAIN AST ${canonical}`
    const tree = await requests.read({ account, statement, format: 'TSVRaw', signal }, mostTreeBytes)
    const { plain } = guard(canonical, tree, forbidden, cluster !== null)
    // The engine cuts the parts of a UNION, not the whole, unless the whole is inside of a SELECT.
    return plain ? canonical : `SELECT * FROM (${canonical})`
  }

  /** The account, and the place of the statement, are held until the engine runs the statement no more. */
  async function withReader<T>(
    workspace: WorkspaceRef,
    text: string,
    { budget, ending }: { readonly budget: SqlBudget; readonly ending: Deadline },
    run: (account: BorrowedReader, statement: string, outlived: Outlived) => Promise<T>,
  ): Promise<T> {
    checkText(text)
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
        const statement = await prepared(account, text, ending)
        isSent = true
        return await run(account, statement, outlived)
      } catch (error) {
        if (isSent && !(error instanceof EngineRefusal)) outlived.release()
        else account.release()
        if (attempt > 1 || !(isLost(error) || isGone(error, account))) throw error
        accounts.forget(workspace)
      }
    }
  }

  function failure(error: unknown, text: string, ending: Deadline): unknown {
    const known = ending.passed ? overTime('statement', error) : sqlError(error, text)
    if (!(known instanceof ServiceError)) log.error({ err: known }, 'SQL of a member failed')
    return known
  }

  return {
    formats: sqlFormats,
    async query(workspace, text, budget, signal) {
      const ending = deadline(budget.timeMs, signal)
      try {
        return await withReader(workspace, text, { budget, ending }, async (account, statement, outlived) => {
          const settings = { ...budgetOf(budget, budget.rows + 1), wait_end_of_query: '1' }
          const { id } = outlived
          const request = { account, statement, settings, id, format: 'JSONCompact', signal: ending.signal }
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
    async export(workspace, text, format, budget, signal) {
      const ending = deadline(budget.timeMs, signal)
      try {
        return await withReader(workspace, text, { budget, ending }, async (account, statement, outlived) => {
          const settings = budgetOf(budget, budget.rows)
          const request = {
            account,
            statement,
            settings,
            id: outlived.id,
            format: engineFormats[format],
            signal: ending.signal,
          }
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
    },
  }
}

/** A statement that may run on in the engine after its answer was given up. */
interface Outlived {
  readonly id: string
  /** Gives the account back when the engine runs the statement no more. */
  release(): void
}

/** The account, whose release gives the place of the statement back too. */
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
  if (Buffer.byteLength(text) > mostBytes) throw refuse('The statement is longer than 64 KB.')
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))
    throw refuse('The statement holds a control character.')
  if (!text.isWellFormed()) throw refuse('The statement is no valid Unicode text.')
  if (text.trim() === '') throw refuse('The statement is empty.')
}

const isGone = (error: unknown, { database }: BorrowedReader): boolean =>
  error instanceof Error &&
  error.name === 'EngineRefusal' &&
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

/** The names of all functions of this server, asked for once. */
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
