import type { Point } from '../api/types.js'
import { dimensionKey } from '../data/dimension.js'
import type { Sheet } from '../share/csv.js'

export interface PivotRow {
  /** The values of all breakdowns but the last. */
  readonly values: readonly string[]
  /** By column; null for a combination that is part of "(other)". */
  readonly cells: readonly (PivotCell | null)[]
}

export interface PivotCell {
  /** The key of the combination. */
  readonly key: string
  readonly value: number
}

/** Combinations as a table: a row for the values of all breakdowns but the last, a column for each of the last. */
export interface Pivot {
  readonly columns: readonly string[]
  readonly rows: readonly PivotRow[]
}

/**
 * The pivot of points with several breakdowns, at one date, or the sums over all dates for null; null without
 * such points. Rows and columns are in the order of the points: the largest combinations first.
 */
export function pivotOf(points: readonly Point[], date: string | null): Pivot | null {
  const columns: string[] = []
  const rows = new Map<string, { values: readonly string[]; cells: Map<string, PivotCell> }>()
  for (const point of points) {
    const { dimensions = [] } = point
    const column = dimensions.at(-1)
    if (dimensions.length < 2 || column === undefined) return null
    if (date !== null && point.date !== date) continue
    const values = dimensions.slice(0, -1)
    const name = JSON.stringify(values)
    const row = rows.get(name) ?? { values, cells: new Map<string, PivotCell>() }
    const before = row.cells.get(column)?.value ?? 0
    row.cells.set(column, { key: dimensionKey(point), value: before + point.value })
    rows.set(name, row)
    if (!columns.includes(column)) columns.push(column)
  }
  if (rows.size === 0) return null
  return {
    columns,
    rows: [...rows.values()].map(({ values, cells }) => ({
      values,
      cells: columns.map((column) => cells.get(column) ?? null),
    })),
  }
}

/** The dates that a pivot can show; null is the sum of all, which only counts have. */
export const pivotDates = (dates: readonly string[], kind: string): readonly (string | null)[] =>
  kind === 'count' ? [null, ...dates] : dates

/** The date to show: the one asked for, else the whole range, or the last bucket where values do not add up. */
export function pivotDate(asked: string, dates: readonly string[], kind: string): string | null {
  if (dates.includes(asked)) return asked
  return kind === 'count' ? null : (dates.at(-1) ?? null)
}

/** The pivot for an export; `fields` are the names of the breakdowns. */
export const pivotSheet = (name: string, fields: readonly string[], { columns, rows }: Pivot): Sheet => ({
  name,
  columns: [...(rows[0]?.values ?? []).map((_, index) => fields[index] ?? ''), ...columns],
  rows: rows.map(({ values, cells }) => [...values, ...cells.map((cell) => cell?.value ?? null)]),
})
