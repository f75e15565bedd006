import type { Cells } from '../api/types.js'
import type { Sheet } from '../share/csv.js'
import { leavesOf } from './flatten.js'

/** Rows of events or logs for an export: a column for every field, in order of first occurrence. */
export function eventSheet(name: string, rows: readonly Cells[]): Sheet {
  const flat = rows.map((row) => new Map(leavesOf(row).map(({ field, value }) => [field, value])))
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))]
  return { name, columns, rows: flat.map((row) => columns.map((field) => row.get(field))) }
}
