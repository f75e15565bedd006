import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import {
  type Cell,
  type ColumnType,
  type CompiledQuery,
  createSlices,
  type Limits,
  overRows,
  type Row,
} from 'sextant/storage'
import type { Database } from '../database.js'
import { duckdbError } from '../errors.js'
import { engineValues } from './parameters.js'

/**
 * Runs one question on a connection of its own. It is interrupted at its time limit and when the signal
 * aborts. Rows arrive in chunks, and reading ends one row above the limit.
 */
export async function runQuery(
  database: Database,
  query: CompiledQuery,
  limits: Limits,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  try {
    signal?.throwIfAborted()
    return await database.withConnection((connection) =>
      interruptible(connection, limits.timeMs, signal, () => readRows(connection, query, limits)),
    )
  } catch (error) {
    throw duckdbError(error, signal)
  }
}

/** What a timer of Node can wait: 24 days. */
const longestTimeout = 2 ** 31 - 1

/** Milliseconds between interruptions: one that arrives between two steps of a statement has no effect. */
const interruptAgainMs = 50

/** Runs work on a connection whose statements are interrupted after `timeMs` or when the signal aborts. */
export async function interruptible<T>(
  connection: DuckDBConnection,
  timeMs: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  let again: NodeJS.Timeout | undefined
  const interrupt = (): void => {
    connection.interrupt()
    again ??= setInterval(() => connection.interrupt(), interruptAgainMs).unref()
  }
  const late = setTimeout(interrupt, Math.min(Math.ceil(timeMs), longestTimeout)).unref()
  signal?.addEventListener('abort', interrupt, { once: true })
  try {
    return await work()
  } finally {
    clearTimeout(late)
    clearInterval(again)
    signal?.removeEventListener('abort', interrupt)
  }
}

async function readRows(
  connection: DuckDBConnection,
  { text, parameters, columns }: CompiledQuery,
  limits: Limits,
): Promise<readonly Row[]> {
  const { values, types } = engineValues(text, parameters)
  const result = await connection.stream(text, values, types)
  const decoded = Object.entries(columns)
  const rows: Row[] = []
  const slices = createSlices()
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return rows
    if (rows.length + chunk.rowCount > limits.rows) throw overRows()
    for (const cells of chunk.getRows()) {
      rows.push(decodeRow(cells, decoded))
      if (slices.over()) await slices.next()
    }
  }
}

function decodeRow(cells: readonly DuckDBValue[], columns: readonly (readonly [string, ColumnType])[]): Row {
  const row: Record<string, Cell> = {}
  columns.forEach(([name, type], index) => {
    row[name] = decode(cells[index], type)
  })
  return row
}

function decode(cell: DuckDBValue | undefined, type: ColumnType): Cell {
  if (cell === null || cell === undefined) return null
  switch (type) {
    case 'int':
    case 'float':
    case 'time':
      return Number(cell)
    case 'text':
    case 'bool':
      return cell as Cell
    case 'json':
      return JSON.parse(cell as string) as Cell
    case 'key':
      throw new Error('a plan must not return keys')
  }
}
