import type { SqlBudget, SqlRows } from '../../../contract/index.js'
import { readerOf } from './cells.js'
import type { Batch, Statement } from './statement.js'

const firstRows = 100
const mostRows = 5_000
/** The approximate number of bytes of the result in memory at a time. */
const batchBytes = 4 * 1024 * 1024

/** Fetches the first rows of a statement, whose failure then precedes the file. */
export const firstBatch = (statement: Statement, budget: SqlBudget): Promise<Batch> =>
  statement.fetch(Math.min(firstRows, budget.rows))

/** Yields the first batch and those after it, up to the budget's rows. */
export async function* batchesOf(
  statement: Statement,
  first: Batch,
  budget: SqlBudget,
): AsyncGenerator<Batch, void> {
  let batch = first
  let left = budget.rows - first.rows.length
  let wanted = Math.min(firstRows, budget.rows)
  while (batch.rows.length > 0) {
    yield batch
    if (batch.rows.length < wanted || left <= 0) return
    const size = Math.max(1, batch.bytes / batch.rows.length)
    wanted = Math.max(1, Math.min(mostRows, left, Math.floor(batchBytes / size)))
    batch = await statement.fetch(wanted)
    left -= batch.rows.length
  }
}

/** Reads the first rows, and streams all of them with their columns. */
export async function readRows(statement: Statement, budget: SqlBudget): Promise<SqlRows> {
  const first = await firstBatch(statement, budget)
  const { columns } = first
  const types = await statement.types(columns)
  const readers = columns.map(({ oid }) => readerOf(oid))
  async function* cells() {
    for await (const { rows } of batchesOf(statement, first, budget))
      for (const row of rows)
        yield row.map((cell, index) => (cell === null ? null : (readers[index]?.(cell) ?? cell)))
    await statement.finish([])
  }
  return {
    columns: columns.map(({ name }, index) => ({ name, data_type: types[index] ?? '' })),
    rows: {
      [Symbol.asyncIterator]() {
        const iterator = cells()
        return {
          next: () => iterator.next(),
          async return() {
            await iterator.return()
            statement.end()
            return { done: true, value: undefined }
          },
        }
      },
    },
  }
}
