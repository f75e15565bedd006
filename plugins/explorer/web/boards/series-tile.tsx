import type { SeriesData } from '../api/types.js'
import { DataTable } from '../charts/chart-table.js'
import type { Asked } from '../charts/known-times.js'
import { NumberCard } from '../charts/number-card.js'
import { readChart } from '../charts/options.js'
import { TimeChart } from '../charts/time-chart.js'
import { totalWords } from '../charts/total-words.js'
import { trendChart } from '../charts/trend-chart.js'
import type { ShownTile } from './types.js'

interface Props {
  readonly tile: ShownTile
  readonly data: SeriesData
  readonly kind: string
  /** The range and the time zone of the board, if it sets them. */
  readonly asked: Asked
  /** Pixels. */
  readonly height: number
  readonly marks: boolean
}

const legendHeight = 40
const marksHeight = 26
const notesHeight = 20
const leastHeight = 90

/** A time series in a tile, drawn as the tile's chart type; lines by default. */
export function SeriesTile({ tile, data, kind, asked, height, marks }: Props) {
  const { title, chart: given, asks } = tile
  const { look: chart, options } = readChart(given)
  const unit =
    asks?.unit === null || asks === null
      ? undefined
      : totalWords({ unit: asks.unit, kind, range: asked.range ?? '' })
  if (chart === 'number')
    return (
      <NumberCard
        label={title}
        value={data.total}
        kind={kind}
        comparison={data.comparison}
        {...(unit === undefined ? {} : { unit })}
      />
    )
  const drawn = trendChart([{ name: title, answer: data }])
  if (chart === 'table')
    return (
      <div class="tile-scroll">
        <DataTable data={drawn} title={title} kind={kind} />
      </div>
    )
  const look = chart === 'bar' || chart === 'area' ? chart : 'line'
  const legend = drawn.lines.length > 1
  return (
    <TimeChart
      data={drawn}
      title={title}
      look={look}
      stack={look !== 'line' && data.comparison === undefined && (kind === 'count' || kind === 'distinct')}
      kind={kind}
      options={options}
      asked={asked}
      notes
      marks={marks}
      legend={legend}
      height={Math.max(
        leastHeight,
        height - (legend ? legendHeight : 0) - (marks ? marksHeight : 0) - notesHeight,
      )}
    />
  )
}
