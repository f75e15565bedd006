import type pg from 'pg'
import {
  overRows,
  ServiceError,
  type Cell,
  type ColumnType,
  type CompiledQuery,
  type Limits,
  type Log,
  type Row,
} from '../../../contract/index.js'
import { analyticsError } from '../errors.js'
import type { Pools } from '../pools.js'
import { namedFor } from '../statements.js'

/**
 * Runs one question in a read-only transaction of its own. Postgres has no memory budget for a statement:
 * each sort or hash gets a part of the budget (work_mem) and spills to disk beyond that.
 */
export async function runQuery(
  { questions, cancelling }: Pick<Pools, 'questions' | 'cancelling'>,
  query: CompiledQuery,
  limits: Limits,
  signal: AbortSignal | undefined,
  log: Log,
): Promise<readonly Row[]> {
  let client: pg.PoolClient | undefined
  let cancel: (() => void) | undefined
  try {
    client = await questions.connect()
    signal?.throwIfAborted()
    cancel = cancelOn(cancelling, client, signal, log)
    await client.query(questionSettings(query.workspace.number, limits))
    const { rows } = await client.query<unknown[]>({
      text: boundedText(query, limits),
      values: Object.values(query.parameters),
      rowMode: 'array',
    })
    await client.query('COMMIT')
    cancel()
    // A cancellation that is still pending must not hit the connection's next query.
    client.release(signal?.aborted === true)
    if (rows.length > limits.rows) throw overRows()
    const columns = Object.entries(query.columns)
    return rows.map((row) => decodeRow(row, columns))
  } catch (error) {
    // Postgres reports the cancellation before the backend is idle; a further statement waits for that.
    if (signal?.aborted === true) await client?.query('ROLLBACK').catch(() => undefined)
    cancel?.()
    if (!(error instanceof ServiceError)) client?.release(true)
    throw analyticsError(error)
  }
}

/**
 * The statement as it is run, with a limit one row above the budget,
 * which shows that there are too many rows.
 */
export const boundedText = ({ text }: CompiledQuery, { rows }: Limits): string =>
  `SELECT * FROM (${text}) AS answer LIMIT ${rows + 1}`

/** The application_name of sessions that run questions. */
export const application = 'sextant-analytics'

/**
 * Begins the read-only transaction of one question and sets its limits. `threads` counts the leader and its
 * parallel workers; a lower number of workers set by the operator is kept.
 */
export const questionSettings = (workspace: number, { timeMs, memoryBytes, threads }: Limits): string =>
  `BEGIN READ ONLY; ${namedFor(application, workspace, timeMs)}; SET LOCAL statement_timeout = ${Math.ceil(timeMs)}; SET LOCAL jit = off; ` +
  `SET LOCAL work_mem = '${Math.max(4_096, Math.floor(memoryBytes / 16 / 1024))}kB'` +
  (threads === undefined
    ? ''
    : `; SELECT set_config('max_parallel_workers_per_gather', least(${threads - 1}, current_setting('max_parallel_workers_per_gather')::int)::text, true)`)

/**
 * Milliseconds between requests to cancel: one that arrives between two
 * statements of a transaction has no effect.
 */
const cancelAgainMs = 1_000

/**
 * Cancels the statement of a connection once the signal aborts, by requests on another connection until the
 * returned function is called. Closing a connection alone does not end its statement on the server.
 */
function cancelOn(
  pool: pg.Pool,
  client: pg.PoolClient,
  signal: AbortSignal | undefined,
  log: Log,
): () => void {
  const { processID } = client as pg.PoolClient & { readonly processID?: number }
  const cancel = (): void => {
    pool.query('SELECT pg_cancel_backend($1)', [processID]).catch((error: unknown) => {
      log.warn({ err: error }, 'a cancelled query could not be stopped')
    })
  }
  let timer: NodeJS.Timeout | undefined
  const keepCancelling = (): void => {
    cancel()
    timer = setInterval(cancel, cancelAgainMs).unref()
  }
  signal?.addEventListener('abort', keepCancelling, { once: true })
  return () => {
    clearInterval(timer)
    signal?.removeEventListener('abort', keepCancelling)
  }
}

function decodeRow(cells: readonly unknown[], columns: readonly (readonly [string, ColumnType])[]): Row {
  const row: Record<string, Cell> = {}
  columns.forEach(([name, type], index) => {
    row[name] = decode(cells[index], type)
  })
  return row
}

function decode(cell: unknown, type: ColumnType): Cell {
  if (cell === null || cell === undefined) return null
  switch (type) {
    case 'int':
    case 'float':
    case 'time':
      return Number(cell)
    case 'text':
    case 'bool':
    case 'json':
      return cell as Cell
    case 'key':
      throw new Error('a plan must not return keys')
  }
}
