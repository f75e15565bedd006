import type { SeriesData } from '../api/types.js'
import { DataTable } from '../charts/chart-table.js'
import { NumberCard } from '../charts/number-card.js'
import { TimeChart } from '../charts/time-chart.js'
import { trendChart } from '../charts/trend-chart.js'
import type { ShownTile } from './types.js'

interface Props {
  readonly tile: ShownTile
  readonly data: SeriesData
  readonly kind: string
  /** Pixels. */
  readonly height: number
  readonly marks: boolean
}

const legendHeight = 40
const marksHeight = 26
const leastHeight = 90

/** A time series in a tile, drawn as the tile's chart type; lines by default. */
export function SeriesTile({ tile, data, kind, height, marks }: Props) {
  const { title, chart, asks } = tile
  const unit = asks?.unit ?? undefined
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
      marks={marks}
      legend={legend}
      height={Math.max(leastHeight, height - (legend ? legendHeight : 0) - (marks ? marksHeight : 0))}
    />
  )
}
