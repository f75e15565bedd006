import { formatSeconds, formatTime, formatValue } from '../charts/format.js'
import type { Cells } from '../api/types.js'
import type { Column } from '../ui/table.js'
import type { Cell } from '../share/csv.js'
import { metricName } from '../data/metric-name.js'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Table columns for rows of any shape: a column per field, in order of first occurrence. */
export function columnsOf(rows: readonly Cells[]): readonly Column<Cells>[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  // Columns without a value on this page are hidden.
  const filled = names.filter((name) => rows.some((row) => row[name] !== null && row[name] !== undefined))
  return filled.map((name) => {
    const isNumber = rows.some((row) => typeof row[name] === 'number')
    return {
      key: name,
      title: metricName(name.replace(/_seconds$/, '')),
      align: isNumber ? 'end' : 'start',
      value: (row) => sortable(row[name]),
      render: (row) => shown(name, row[name]),
    }
  })
}

/** The values of a row for an export; objects and arrays as JSON. */
export const cellsOf = (row: Cells, names: readonly string[]): readonly Cell[] =>
  names.map((name) => {
    const value = row[name]
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)
  })

const sortable = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? null
      : JSON.stringify(value)

function shown(name: string, value: unknown) {
  if (value === null || value === undefined) return <span class="faint">–</span>
  if (typeof value === 'number') return name.endsWith('_seconds') ? formatSeconds(value) : formatValue(value)
  if (typeof value === 'string') {
    if (instant.test(value)) return formatTime(value)
    return /_id$/.test(name) ? <span class="mono">{value}</span> : value
  }
  return <span class="mono">{JSON.stringify(value)}</span>
}
