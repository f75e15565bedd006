import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from './icon.js'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** The cell's content; default: the value. */
  readonly render?: (row: Row) => ComponentChildren
  /** The value to sort by; without it the column cannot be sorted. */
  readonly value?: (row: Row) => string | number | null
  readonly align?: 'start' | 'end'
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, index: number) => string
  /** The accessible name of the table. */
  readonly caption: string
  readonly onRow?: (row: Row) => void
}

interface Sorting {
  readonly key: string
  readonly down: boolean
}

/** A table whose columns sort on click: descending, ascending, then the given order. */
export function Table<Row>({ columns, rows, rowKey, caption, onRow }: Props<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const by = columns.find(({ key }) => key === sorting?.key)?.value
  const sorted =
    by === undefined ? rows : [...rows].sort((a, b) => compare(by(a), by(b)) * (sorting?.down ? -1 : 1))
  const sort = (key: string): void =>
    setSorting((old) => (old?.key === key ? (old.down ? { key, down: false } : null) : { key, down: true }))
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label={caption}>
      <table class={onRow === undefined ? 'table' : 'table choosable'}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, align = 'start', value }) => (
              <th
                key={key}
                scope="col"
                class={align}
                aria-sort={sorting?.key === key ? (sorting.down ? 'descending' : 'ascending') : undefined}
              >
                {value === undefined ? (
                  title
                ) : (
                  <button type="button" onClick={() => sort(key)}>
                    {title}
                    {sorting?.key === key && <Icon name={sorting.down ? 'arrowDown' : 'arrowUp'} size={12} />}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, index) => (
            <tr key={rowKey(row, index)} onClick={onRow === undefined ? undefined : () => onRow(row)}>
              {columns.map((column, place) => (
                <td key={column.key} class={column.align ?? 'start'}>
                  {onRow !== undefined && place === 0 ? (
                    <button type="button" class="row-button">
                      {cell(column, row)}
                    </button>
                  ) : (
                    cell(column, row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cell<Row>({ render, value }: Column<Row>, row: Row): ComponentChildren {
  return render === undefined ? (value?.(row) ?? '') : render(row)
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}
