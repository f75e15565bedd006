import type { SqlBudget, SqlColumn, SqlResult } from '../../../contract/index.js'
import { readerOf } from './cells.js'
import type { Statement } from './statement.js'

/** The result of a statement, truncated to the budget's number of rows. */
export async function readResult(statement: Statement, budget: SqlBudget): Promise<SqlResult> {
  const { columns, rows } = await statement.fetch(budget.rows + 1)
  const { elapsedMs, types } = await statement.finish(columns)
  const readers = columns.map(({ oid }) => readerOf(oid))
  return {
    columns: columns.map(({ name }, index) => ({ name, data_type: types[index] ?? '' })),
    rows: rows
      .slice(0, budget.rows)
      .map((row) => row.map((cell, index) => (cell === null ? null : (readers[index]?.(cell) ?? cell)))),
    truncated: rows.length > budget.rows,
    elapsedMs,
  }
}

/** The columns of a statement, which the server has planned; no row is read. */
export async function readColumns(statement: Statement): Promise<readonly SqlColumn[]> {
  const { columns } = await statement.fetch(0)
  const { types } = await statement.finish(columns)
  return columns.map(({ name }, index) => ({ name, data_type: types[index] ?? '' }))
}
