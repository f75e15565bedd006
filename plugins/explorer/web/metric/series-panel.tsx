import { withQuery } from '../api/call.js'
import type { Data, SeriesData } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { DataTable } from '../charts/chart-table.js'
import { formatBucket } from '../charts/format.js'
import { NumberCard } from '../charts/number-card.js'
import type { Look } from '../charts/plot.js'
import { totalWords } from '../charts/total-words.js'
import { trendChart, type TrendChart } from '../charts/trend-chart.js'
import { dimensionParameters } from '../data/dimension.js'
import type { Metric } from '../data/metrics.js'
import { askedParameters, type Asked } from '../question/asked.js'
import { metricCall, type MetricParams } from '../question/metric-call.js'
import { chartSheet } from '../share/chart-sheet.js'
import { ShareMenu } from '../share/share-menu.js'
import { Answered } from '../ui/states.js'
import { ChartPanel } from './chart-panel.js'
import { usePeople } from './use-people.js'
import { metricText } from '../text/metric.js'

interface Props {
  readonly metric: Metric
  readonly asked: Partial<Asked>
  readonly params?: MetricParams
  readonly title?: string
  readonly look?: Look | 'number' | 'table'
  readonly stack?: boolean
  readonly height?: number
  /** Changes names and colours of the lines; see the lifecycle view. */
  readonly arrange?: (chart: TrendChart) => TrendChart
  /** Hides the total where it is meaningless. */
  readonly noTotal?: boolean
  /** The unit of the values; default: the metric's. */
  readonly unit?: string
}

/** A metric over time in a card: its total, chart and table. A click on a point lists the people behind it. */
export function SeriesPanel({ metric, asked, params = {}, arrange = (chart) => chart, ...rest }: Props) {
  const { title = metric.title, look = 'line', stack = false, height = 300, noTotal = false } = rest
  const { unit = metric.unit } = rest
  const call = metricCall(metric, params, askedParameters(asked))
  const answer = useAnswer<Data<SeriesData>>(call)
  const [openPeople, drawer] = usePeople()
  const chartOf = ({ data }: Data<SeriesData>) => arrange(trendChart([{ name: title, answer: data }]))

  const onPoint = (chart: TrendChart) =>
    metric.people === null
      ? {}
      : {
          onPoint: (line: number, at: number): void => {
            const [origin, date] = [chart.origins[line], chart.dates[at]]
            if (origin === undefined || origin.before || date === undefined) return
            const people = metricCall(metric, params, askedParameters({ ...asked, compare: '' }), 'people')
            const label = chart.lines[line]?.label ?? title
            openPeople(
              withQuery(people, { date, ...dimensionParameters(origin.dimension) }),
              `${label} · ${formatBucket(date)}`,
            )
          },
        }
  return (
    <section class="card stack" aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        <ShareMenu
          part
          calls={[call]}
          sheet={
            answer.data === null
              ? null
              : () => chartSheet(metric.key, chartOf(answer.data as Data<SeriesData>))
          }
        />
      </div>
      <Answered answer={answer} isEmpty={({ data }) => data.points.length === 0}>
        {(body) => {
          const chart = chartOf(body)
          const { total, comparison } = body.data
          const common = { data: chart, title, kind: metric.kind, ...onPoint(chart) }
          if (look === 'table') return <DataTable {...common} />
          return (
            <div class="stack">
              {!noTotal && (
                <NumberCard
                  label={metricText.wholeRange}
                  value={total}
                  unit={totalWords({
                    unit,
                    kind: metric.kind,
                    range: asked.range ?? '',
                    ...(params['actor'] === undefined ? {} : { actor: params['actor'] }),
                  })}
                  kind={metric.kind}
                  comparison={comparison}
                />
              )}
              {look !== 'number' && (
                <ChartPanel {...common} look={look} stack={stack} height={height} asked={timesOf(asked)} />
              )}
            </div>
          )
        }}
      </Answered>
      {drawer}
    </section>
  )
}

/** The range and the time zone of a query, as far as it has them. */
const timesOf = ({ range, timezone }: Partial<Asked>) => ({
  ...(range === undefined ? {} : { range }),
  ...(timezone === undefined ? {} : { timezone }),
})
