import { useState } from 'preact/hooks'
import { Table, type Column } from '../ui/table.js'
import { formatBucket, formatValue } from './format.js'
import type { ChartData } from './line.js'

interface Props {
  readonly data: ChartData
  readonly title: string
  readonly kind?: string
  readonly onPoint?: (line: number, date: number) => void
}

/** The numbers of a chart: a row a line, a column a date, as far as they can be read side by side. */
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
    { key: 'label', title: 'Series', value: ({ line }) => line.label },
    {
      key: 'total',
      title: 'Total',
      align: 'end',
      value: ({ line }) => line.total ?? null,
      render: ({ line }) =>
        line.total === undefined ? '' : <strong>{formatValue(line.total, line.kind ?? kind)}</strong>,
    },
    ...dates,
  ]
  return <Table columns={columns} rows={rows} rowKey={({ line }) => line.id} caption={title} />
}

/** Behind every chart, for who reads numbers rather than lines; made when it is opened. */
export function TableBehind(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details class="table-behind" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers as a table</summary>
      {open && <DataTable {...props} />}
    </details>
  )
}
