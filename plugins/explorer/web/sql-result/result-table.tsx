import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sqlResultText } from '../text/sql-result.js'
import { cellText, isNumeric, kindOf, rawText, type CellKind } from './cells.js'
import type { SqlResult } from './result.js'
import './result.css'

const rowHeight = 32
const beyond = 12
const usualHeight = 520
/** The number of rows that determine a column's width, and its greatest width in characters. */
const judged = 200
const widest = 48

interface Props extends Pick<SqlResult, 'columns' | 'rows'> {
  /** Pixels, at most. */
  readonly height?: number
}

/** A virtualized table: only the visible rows are rendered, so 10,000 rows are as fast as ten. */
export function ResultTable({ columns, rows, height = usualHeight }: Props) {
  const [top, setTop] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (frame.current !== null) frame.current.scrollTop = 0
    setTop(0)
  }, [rows])
  const kinds = useMemo(() => columns.map(kindOf), [columns])
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + beyond)
  const shown = rows.slice(first, last)
  const kindAt = (place: number): CellKind => kinds[place] ?? 'text'
  return (
    <div
      class="table-frame sql-result"
      tabIndex={0}
      role="region"
      aria-label={sqlResultText.rows}
      ref={frame}
      style={{ maxHeight: `${height}px` }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <table class="table" aria-rowcount={rows.length + 1}>
        <colgroup>
          {columns.map(({ name }, index) => (
            <col
              key={index}
              style={{ width: `calc(${lettersOf(name, rows, index, kindAt(index))}ch + 30px)` }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, data_type }, index) => (
              <th key={index} scope="col" title={data_type} class={isNumeric(kindAt(index)) ? 'end' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />}
          {shown.map((row, index) => (
            <tr key={first + index} aria-rowindex={first + index + 2}>
              {row.map((cell, place) => (
                <td key={place} class={isNumeric(kindAt(place)) ? 'end' : ''} title={rawText(cell)}>
                  {cell === null ? (
                    <span class="faint">{sqlResultText.nothing}</span>
                  ) : (
                    cellText(cell, kindAt(place))
                  )}
                </td>
              ))}
            </tr>
          ))}
          {last < rows.length && (
            <tr aria-hidden="true" style={{ height: `${(rows.length - last) * rowHeight}px` }} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function lettersOf(name: string, rows: SqlResult['rows'], index: number, kind: CellKind): number {
  const lengths = rows.slice(0, judged).map((row) => cellText(row[index], kind).length)
  return Math.min(widest, Math.max(name.length + 1, 4, ...lengths))
}
