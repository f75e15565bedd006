import { NumberCard } from '../charts/number-card.js'
import { readChart } from '../charts/options.js'
import { isNumeric, kindOf } from '../sql-result/cells.js'
import { chartOf } from '../sql-result/chart-shape.js'
import { ResultChart } from '../sql-result/result-chart.js'
import { ResultTable } from '../sql-result/result-table.js'
import type { SqlResult } from '../sql-result/result.js'
import type { ShownTile } from './types.js'

interface Props {
  readonly tile: ShownTile
  readonly result: SqlResult
  /** Pixels. */
  readonly height: number
  readonly marks: boolean
}

const around = 60
const leastHeight = 90

/** The result of a statement in a tile: a number, the chart that its columns allow, or a table. */
export function SqlTile({ tile: { title, chart: given }, result, height, marks }: Props) {
  const { look } = readChart(given)
  const number = look === 'number' || look === 'auto' ? numberOf(result, look === 'number') : null
  if (number !== null) return <NumberCard label={title} value={number} kind="value" />
  const chart = look === 'table' ? null : chartOf(result)
  if (chart === null) return <ResultTable {...result} height={height} />
  const drawn = look === 'area' || look === 'bar' ? look : 'line'
  return (
    <div class="tile-scroll">
      <ResultChart
        chart={chart}
        look={drawn}
        marks={marks}
        title={title}
        height={Math.max(leastHeight, height - around)}
      />
    </div>
  )
}

/** The number of a result of one row and one column, or the first number of its first row; null if there is none. */
function numberOf({ columns, rows }: SqlResult, first: boolean): number | null {
  if (!first && (rows.length !== 1 || columns.length !== 1)) return null
  const at = columns.findIndex((column) => isNumeric(kindOf(column)))
  const cell = rows[0]?.[at]
  return typeof cell === 'number' ? cell : null
}
