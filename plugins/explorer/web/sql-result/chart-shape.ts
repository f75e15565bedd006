import type { ChartData } from '../charts/line.js'
import { isNumeric, kindOf, rawText, type CellKind } from './cells.js'
import type { SqlResult } from './result.js'

/** A result as a chart. */
export type ResultChart =
  | {
      readonly of: 'time'
      readonly data: ChartData
      /** The names of the columns with values, and of the column with the times. */
      readonly values: readonly string[]
      readonly by: string
      /** Whether rows of the same time and name were added up. */
      readonly added: boolean
      /** The number of lines, of which the chart may show less. */
      readonly lines: number
    }
  | {
      readonly of: 'bars'
      readonly bars: readonly { readonly label: string; readonly value: number }[]
      readonly values: readonly string[]
      readonly by: string
      /** The number of rows, of which the chart may show less. */
      readonly rows: number
    }

export const mostLines = 50
export const mostBars = 100

interface Column {
  readonly name: string
  readonly kind: CellKind
  readonly index: number
}

/**
 * The chart of a result; null if it has none. A column of times and columns of numbers are lines over time; with a
 * column of other values beside the times, there is a line for each of them. Without times, a column of other values and
 * one of numbers are bars.
 */
export function chartOf({ columns, rows }: Pick<SqlResult, 'columns' | 'rows'>): ResultChart | null {
  const all = columns.map((column, index): Column => ({ name: column.name, kind: kindOf(column), index }))
  const time = all.find(({ kind }) => kind === 'time' || kind === 'date')
  const values = all.filter(({ kind }) => isNumeric(kind))
  const names = all.filter(({ kind }) => kind === 'text' || kind === 'boolean')
  const amounts = values.filter(({ kind }) => kind === 'number')
  const shown = amounts.length > 0 ? amounts : values
  const [first] = shown
  if (first === undefined || rows.length < 2) return null
  if (time !== undefined) return overTime(rows, time, names[0] ?? null, shown)
  const label = names[0] ?? values.find((column) => column !== first)
  return label === undefined ? null : barsOf(rows, label, first)
}

function overTime(
  rows: SqlResult['rows'],
  time: Column,
  name: Column | null,
  values: readonly Column[],
): ResultChart | null {
  const dates = new Map<string, string>()
  const lines = new Map<string, { readonly label: string; readonly at: Map<string, number>; sum: number }>()
  let added = false
  for (const row of rows) {
    const date = dateOf(row[time.index])
    if (date === null) continue
    dates.set(date, date)
    for (const column of values) {
      const value = numberOf(row[column.index])
      if (value === null) continue
      const own = name === null ? '' : rawText(row[name.index])
      const label = name === null ? column.name : values.length === 1 ? own : `${own} · ${column.name}`
      const line = lines.get(label) ?? { label, at: new Map<string, number>(), sum: 0 }
      const before = line.at.get(date)
      added ||= before !== undefined
      line.at.set(date, (before ?? 0) + value)
      line.sum += Math.abs(value)
      lines.set(label, line)
    }
  }
  if (dates.size < 2 || lines.size === 0) return null
  const days = [...dates.keys()].every((date) => date.endsWith('T00:00:00Z'))
  const sorted = [...dates.keys()].sort()
  const largest = [...lines.values()].sort((a, b) => b.sum - a.sum).slice(0, mostLines)
  // Lines of columns keep the order of the statement.
  const shown = name === null ? [...lines.values()].slice(0, mostLines) : largest
  return {
    of: 'time',
    data: {
      dates: sorted.map((date) => (days ? date.slice(0, 10) : date)),
      lines: shown.map(({ label, at }) => ({
        id: label,
        label,
        values: sorted.map((date) => at.get(date) ?? null),
        kind: 'value',
      })),
    },
    values: values.map((column) => column.name),
    by: time.name,
    added,
    lines: lines.size,
  }
}

function barsOf(rows: SqlResult['rows'], label: Column, value: Column): ResultChart | null {
  const bars = rows.flatMap((row) => {
    const amount = numberOf(row[value.index])
    return amount === null ? [] : [{ label: rawText(row[label.index] ?? null), value: amount }]
  })
  if (bars.length === 0) return null
  return {
    of: 'bars',
    bars: bars.slice(0, mostBars),
    values: [value.name],
    by: label.name,
    rows: bars.length,
  }
}

/** A time as charts write it, to the second: `2026-01-31T12:00:00Z`; null if the cell is none. */
function dateOf(cell: unknown): string | null {
  if (typeof cell !== 'string') return null
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return `${cell}T00:00:00Z`
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(cell) ? `${cell.slice(0, 19)}Z` : null
}

/** Also of a number that the service sent as a string, which a chart may round. */
function numberOf(cell: unknown): number | null {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null
}
