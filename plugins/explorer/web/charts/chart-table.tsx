import { useState } from 'preact/hooks'
import { Table, type Column } from '../ui/table.js'
import { formatBucket, formatValue } from './format.js'
import type { ChartData } from './line.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly data: ChartData
  readonly title: string
  readonly kind?: string
  readonly onPoint?: (line: number, date: number) => void
}

/** The values of a chart as a table: a row per line, a column per date. */
export function DataTable({ data, title, kind = 'count', onPoint }: Props) {
  const rows = data.lines.map((line, index) => ({ line, index }))
  const dates = data.dates.map((date, place): Column<(typeof rows)[number]> => ({
    key: date,
    title: formatBucket(date),
    align: 'end',
    value: ({ line }) => line.values[place] ?? null,
    render: ({ line, index }) => {
      const value = line.values[place] ?? null
      if (value === null) return '–'
      return onPoint === undefined ? (
        formatValue(value, line.kind ?? kind)
      ) : (
        <button type="button" class="row-button" onClick={() => onPoint(index, place)}>
          {formatValue(value, line.kind ?? kind)}
        </button>
      )
    },
  }))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: 'label', title: chartsText.series, value: ({ line }) => line.label },
    {
      key: 'total',
      title: chartsText.total,
      align: 'end',
      value: ({ line }) => line.total ?? null,
      render: ({ line }) =>
        line.total === undefined ? '' : <strong>{formatValue(line.total, line.kind ?? kind)}</strong>,
    },
    ...dates,
  ]
  return <Table columns={columns} rows={rows} rowKey={({ line }) => line.id} caption={title} />
}

/** The table behind a chart, collapsed; rendered when it is opened. */
export function TableBehind(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details class="table-behind" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{chartsText.dataTable}</summary>
      {open && <DataTable {...props} />}
    </details>
  )
}
