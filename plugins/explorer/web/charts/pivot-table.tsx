import { Select } from '../ui/field.js'
import { Table, type Column } from '../ui/table.js'
import { formatBucket, formatValue } from './format.js'
import { pivotDate, pivotDates, pivotOf, type PivotRow } from './pivot.js'
import type { Point } from '../api/types.js'
import { datesOf } from './line.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly title: string
  readonly points: readonly Point[]
  readonly kind: string
  /** The names of the breakdowns. */
  readonly fields: readonly string[]
  /** The chosen date; '' for the default. */
  readonly date: string
  readonly onDate: (date: string) => void
  /** Opens the people of a combination. */
  readonly onCell?: ((key: string, date: string | undefined) => void) | undefined
}

/** Combinations of breakdowns: the values of the last one are the columns. */
export function PivotTable({ title, points, kind, fields, date, onDate, onCell }: Props) {
  const dates = datesOf([{ points }])
  const shown = pivotDate(date, dates, kind)
  const pivot = pivotOf(points, shown)
  if (pivot === null) return null
  const heads = (pivot.rows[0]?.values ?? []).map((_, index): Column<PivotRow> => ({
    key: `value ${index}`,
    title: fields[index] ?? '',
    value: ({ values }) => values[index] ?? '',
  }))
  const columns = pivot.columns.map((name, index): Column<PivotRow> => ({
    key: `cell ${name}`,
    title: name,
    align: 'end',
    value: ({ cells }) => cells[index]?.value ?? null,
    render: ({ cells }) => {
      const cell = cells[index] ?? null
      if (cell === null) return '–'
      const text = formatValue(cell.value, kind)
      if (onCell === undefined) return text
      return (
        <button type="button" class="row-button" onClick={() => onCell(cell.key, shown ?? undefined)}>
          {text}
        </button>
      )
    },
  }))
  return (
    <div class="stack">
      <div class="spread">
        <span class="soft">
          {chartsText.rowsInRowsColumnsInColumns(fields.slice(0, -1).join(' × '), fields.at(-1) ?? '')}
        </span>
        <Select
          label={chartsText.valuesOf}
          value={shown ?? ''}
          options={pivotDates(dates, kind).map((one) => ({
            value: one ?? '',
            label: one === null ? chartsText.theWholeRange : formatBucket(one),
          }))}
          onChange={onDate}
        />
      </div>
      <Table
        columns={[...heads, ...columns]}
        rows={pivot.rows}
        rowKey={({ values }) => JSON.stringify(values)}
        caption={title}
      />
    </div>
  )
}
