import { stringify } from 'csv-stringify/sync'
import type { SqlBudget, SqlFormat } from '../../../contract/index.js'
import { batchesOf, firstBatch } from './batches.js'
import { readerOf } from './cells.js'
import { distinctNames, type Encoder } from './encoder.js'
import { createParquet } from './parquet.js'
import type { Batch, Column, Statement } from './statement.js'

const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const nothing = new Uint8Array()

/** CSV with a header. Null is an empty cell; times, JSON and arrays are as in a JSON answer. */
function createCsv(columns: readonly Column[]): Encoder {
  const readers = columns.map(({ oid }) => readerOf(oid))
  const cell = (text: string | null, index: number): string => {
    if (text === null) return ''
    const value = readers[index]?.(text) ?? text
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return {
    start: () => bytesOf(stringify([columns.map(({ name }) => name)])),
    rows: (rows) => bytesOf(stringify(rows.map((row) => row.map(cell)))),
    end: () => nothing,
  }
}

/** One JSON object on each line. */
function createNdjson(columns: readonly Column[]): Encoder {
  const keys = distinctNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name))
  const readers = columns.map(({ oid }) => readerOf(oid))
  const member = (text: string | null, index: number): string =>
    `${keys[index] ?? '""'}:${text === null ? 'null' : JSON.stringify(readers[index]?.(text) ?? text)}`
  return {
    start: () => nothing,
    rows: (rows) => bytesOf(rows.map((row) => `{${row.map(member).join(',')}}\n`).join('')),
    end: () => nothing,
  }
}

const encoders: Readonly<Record<SqlFormat, (columns: readonly Column[]) => Encoder>> = {
  csv: createCsv,
  ndjson: createNdjson,
  parquet: createParquet,
}

/**
 * Reads the first rows, so that a failing statement is reported before
 * the file begins, and returns the file's chunks.
 */
export async function readFile(
  statement: Statement,
  format: SqlFormat,
  budget: SqlBudget,
): Promise<AsyncIterable<Uint8Array>> {
  const first = await firstBatch(statement, budget)
  try {
    return file(statement, encoders[format](first.columns), batchesOf(statement, first, budget))
  } catch (error) {
    statement.end()
    throw error
  }
}

async function* file(
  statement: Statement,
  encoder: Encoder,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield encoder.start()
    for await (const { rows } of batches) yield encoder.rows(rows)
    await statement.finish([])
    yield encoder.end()
  } finally {
    statement.end()
  }
}
