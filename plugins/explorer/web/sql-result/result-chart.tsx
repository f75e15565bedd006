import { Bars } from '../boards/bars.js'
import { TimeChart } from '../charts/time-chart.js'
import { sqlResultText } from '../text/sql-result.js'
import type { ResultChart as Shape } from './chart-shape.js'
import './result.css'

interface Props {
  readonly chart: Shape
  readonly look: 'line' | 'area' | 'bar'
  readonly marks: boolean
  /** Pixels. */
  readonly height?: number
  readonly title?: string
}

/** The chart of a result. */
export function ResultChart({ chart, look, marks, height, ...named }: Props) {
  const title = named.title ?? sqlResultText.chartTitle(chart.values, chart.by)
  if (chart.of === 'bars')
    return (
      <div class="sql-chart">
        <Bars caption={title} bars={chart.bars} />
        {chart.rows > chart.bars.length && (
          <p class="faint">{sqlResultText.moreBars(chart.bars.length, chart.rows)}</p>
        )}
      </div>
    )
  const { data, added, lines } = chart
  return (
    <div class="sql-chart">
      <TimeChart
        data={data}
        title={title}
        look={look}
        kind="value"
        marks={marks}
        {...(height === undefined ? {} : { height })}
      />
      {added && <p class="faint">{sqlResultText.added}</p>}
      {lines > data.lines.length && <p class="faint">{sqlResultText.moreLines(data.lines.length, lines)}</p>}
    </div>
  )
}
