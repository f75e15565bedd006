import { cancelled, overBytes, overTime, type SqlBudget } from '../../../contract/index.js'
import { namedFor } from '../statements.js'
import { destroyReader, type Reader } from './connect.js'
import { sqlError } from './error-messages.js'
import type { BoundStatement } from './parameters.js'
import type { Lease } from './readers.js'

/** A column of a result: its name and the object identifier of its type. */
export interface Column {
  readonly name: string
  readonly oid: number
}

/** A row as the server's strings; null is SQL's null. */
export type RawRow = readonly (string | null)[]

/** Rows of one fetch. */
export interface Batch {
  readonly columns: readonly Column[]
  readonly rows: readonly RawRow[]
  /** The size of the server's messages. */
  readonly bytes: number
}

/** An open statement, whose rows are fetched in batches. */
export interface Statement {
  /** The next rows, at most `count`. */
  fetch(count: number): Promise<Batch>
  /** The engine's names of the columns' types. */
  types(columns: readonly Column[]): Promise<readonly string[]>
  /**
   * Ends the statement. Returns the whole milliseconds since it began
   * and the engine's names of the columns' types.
   */
  finish(
    columns: readonly Column[],
  ): Promise<{ readonly elapsedMs: number; readonly types: readonly string[] }>
  /**
   * Returns the connection to the pool; it is closed unless finish()
   * has resolved. May be called more than once.
   */
  end(): void
}

const declare = 'DECLARE sextant_sql NO SCROLL CURSOR WITHOUT HOLD FOR '
/**
 * The server ends a statement at its time limit; if it does not
 * within this grace, the connection is destroyed.
 */
const graceMs = 2_000
/** The names of the types in $1, in order, as a JSON array. */
const typeNames =
  'to_json(ARRAY(SELECT format_type(oid, NULL) FROM unnest($1::oid[]) WITH ORDINALITY AS o(oid, place) ORDER BY place))'
/** A statement whose rows are read slowly is ended after this multiple of its time budget. */
const patience = 20
/** The most bytes of one message: a larger cell could not be made a string. */
const mostAtOnce = 128 * 1024 * 1024

/**
 * Opens a statement that has passed the guard, in a read-only transaction that is always rolled back. It runs
 * as a cursor, which the server allows for SELECT and VALUES only, declared by a message that can contain
 * only one statement. Rejects as SqlReader does; after a rejection of any method the connection is closed.
 */
export async function openStatement(
  { reader, release }: Lease,
  { text, values, origin }: BoundStatement,
  budget: SqlBudget,
  stop: (reader: Reader) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<Statement> {
  const { client, meter, workspace } = reader
  let reason: 'aborted' | 'late' | null = null
  let received = 0
  let whole = false
  let working = false
  /** Milliseconds for which the server worked, without the time in which the rows were read. */
  let spent = 0
  let spentWhenSet = 0

  /** Resolves when the server's process has ended, possibly long after the connection. */
  let stopped: Promise<void> | null = null
  const kill = (why: 'aborted' | 'late'): void => {
    reason ??= why
    stopped ??= stop(reader)
    destroyReader(reader)
    if (!working) end()
  }
  const onAbort = (): void => kill('aborted')
  const timer = setTimeout(() => kill('late'), budget.timeMs * patience)
  timer.unref()
  signal?.addEventListener('abort', onAbort, { once: true })

  function end(): void {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    if (meter.isOver()) stopped ??= stop(reader)
    if (stopped === null) release(whole)
    else void stopped.then(() => release(false))
  }

  function failed(error: unknown): unknown {
    if (reason === 'aborted') return cancelled('statement', error)
    if (meter.isOver()) return overBytes('TIMEOUT', { cause: error })
    if (reason === 'late') return overTime('statement', error)
    return sqlError(error, text, declare.length, origin)
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const overdue = setTimeout(() => kill('late'), Math.max(0, budget.timeMs - spent) + graceMs)
    working = true
    try {
      return await work()
    } catch (error) {
      end()
      throw failed(error)
    } finally {
      working = false
      clearTimeout(overdue)
      spent += performance.now() - startedAt
    }
  }

  /**
   * The server's time limit applies to each message; this reduces it to the rest of the statement's budget.
   */
  async function limitTime(): Promise<void> {
    if (spent - spentWhenSet < 200) return
    spentWhenSet = spent
    await client.query(`SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(budget.timeMs - spent))}`)
  }

  await attempt(async () => {
    signal?.throwIfAborted()
    meter.received = 0
    meter.most = Math.min(budget.bytes, mostAtOnce)
    await client.query(
      `BEGIN READ ONLY; ${namedFor('sextant-sql', workspace, budget.timeMs)}; SET LOCAL statement_timeout = ${Math.ceil(budget.timeMs)}; ${memory(budget)}`,
    )
    const declared = { text: declare + text, values: [...values], queryMode: 'extended' }
    await client.query(declared)
  })

  return {
    end,
    fetch: (count) =>
      attempt(async () => {
        await limitTime()
        meter.received = 0
        meter.most = Math.min(budget.bytes - received, mostAtOnce)
        const { rows, fields } = await client.query<(string | null)[]>({
          text: `FETCH FORWARD ${count} FROM sextant_sql`,
          rowMode: 'array',
        })
        received += meter.received
        return {
          columns: fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID })),
          rows,
          bytes: meter.received,
        }
      }),
    types: (columns) =>
      attempt(async () => {
        meter.received = 0
        meter.most = mostAtOnce
        const { rows } = await client.query<{ types: string }>(`SELECT ${typeNames} AS types`, [
          columns.map(({ oid }) => oid),
        ])
        return JSON.parse(rows[0]?.types ?? '[]') as readonly string[]
      }),
    finish: (columns) =>
      attempt(async () => {
        meter.received = 0
        meter.most = mostAtOnce
        const { rows } = await client.query<{ elapsed: string; types: string }>(
          `SELECT round(extract(epoch FROM clock_timestamp() - transaction_timestamp()) * 1000)::bigint AS elapsed,
             ${typeNames} AS types`,
          [columns.map(({ oid }) => oid)],
        )
        await client.query('ROLLBACK')
        whole = reason === null
        end()
        return {
          elapsedMs: Number(rows[0]?.elapsed ?? 0),
          types: JSON.parse(rows[0]?.types ?? '[]') as readonly string[],
        }
      }),
  }
}

/** Sets the memory of each sort and hash to a fraction of the budget, as a statement may have several. */
const memory = ({ memoryBytes }: SqlBudget): string =>
  `SET LOCAL work_mem = '${Math.min(65_536, Math.max(4_096, Math.floor(memoryBytes / 64 / 1024)))}kB'`
