import { formatTime, formatValue } from '../charts/format.js'
import { metricName } from '../data/metric-name.js'
import { Table, type Column } from '../ui/table.js'

type Row = Readonly<Record<string, unknown>>

const most = 100

/** Rows of any shape as a table: a column per field, at most 100 rows. */
export function RowsTable({ rows, caption }: { readonly rows: readonly Row[]; readonly caption: string }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.map((name): Column<Row> => ({
    key: name,
    title: metricName(name),
    align: rows.every((row) => typeof row[name] === 'number') ? 'end' : 'start',
    value: (row) => cellOf(row[name]),
    render: (row) => shown(row[name]),
  }))
  return (
    <Table
      columns={columns}
      rows={rows.slice(0, most)}
      rowKey={(_, index) => String(index)}
      caption={caption}
    />
  )
}

const cellOf = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : value === null
      ? null
      : JSON.stringify(value)

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const shown = (value: unknown): string => {
  if (typeof value === 'number') return formatValue(value)
  if (typeof value === 'string') return time.test(value) ? formatTime(value) : value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
