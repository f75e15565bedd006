import { DataTable } from '../../charts/chart-table.js'
import { pivotOf } from '../../charts/pivot.js'
import { PivotTable } from '../../charts/pivot-table.js'
import { NumberCard } from '../../charts/number-card.js'
import { totalWords } from '../../charts/total-words.js'
import { trendChart, type NamedAnswer, type Origin, type TrendChart } from '../../charts/trend-chart.js'
import { dimensionName } from '../../data/dimension.js'
import { ChartPanel } from '../../metric/chart-panel.js'
import { WhyLink } from '../../question/why-link.js'
import type { looks } from './spec.js'

interface Props {
  readonly named: readonly NamedAnswer[]
  readonly look: (typeof looks)[number]
  readonly kind: string
  readonly range: string
  readonly timezone: string
  /** The names of the breakdowns. */
  readonly fields: readonly string[]
  /** The date that pivots show. */
  readonly at: string
  readonly onAt: (date: string) => void
  /** Opens the people behind a point; null if the metric has none. */
  readonly onPoint: ((origin: Origin, label: string, date: string | undefined) => void) | null
  /** Returns the address that explains the change of a series. */
  readonly whyOf: (series: number) => string | null
}

/** The answers as the chosen chart type. */
export function TrendResult({ named, look, kind, fields, at, onAt, onPoint, whyOf, ...asked }: Props) {
  const chart = trendChart(named)
  const title = named.map(({ name }) => name).join(', ')
  const point =
    onPoint === null
      ? undefined
      : (line: number, date: number): void => {
          const origin = chart.origins[line]
          if (origin?.before === false) onPoint(origin, chart.lines[line]?.label ?? '', chart.dates[date])
        }
  const cards = (
    <div class="cards">
      {named.map(({ name, answer, unit = '', kind: own = kind, actor }, index) => (
        <div key={index} class="trend-card">
          <NumberCard
            label={name}
            value={answer.total}
            unit={totalWords({
              unit,
              kind: own,
              range: asked.range,
              ...(actor === undefined ? {} : { actor }),
            })}
            kind={own}
            comparison={answer.comparison}
          />
          <WhyLink href={whyOf(index)} of={named.length > 1 ? name : undefined} />
        </div>
      ))}
    </div>
  )
  if (look === 'number') return <div class="trend-numbers">{cards}</div>
  const clickable = point === undefined ? {} : { onPoint: point }
  const pivots = look === 'table' && named.every(({ answer }) => pivotOf(answer.points, null) !== null)
  if (pivots)
    return (
      <div class="stack">
        {named.map(({ name, answer, kind: own = kind }, series) => (
          <PivotTable
            key={series}
            title={name}
            points={answer.points}
            kind={own}
            fields={fields}
            date={at}
            onDate={onAt}
            onCell={
              onPoint === null
                ? undefined
                : (dimension, date) =>
                    onPoint({ series, dimension, before: false }, dimensionName(dimension), date)
            }
          />
        ))}
      </div>
    )
  if (look === 'table') return <DataTable data={chart} title={title} kind={kind} {...clickable} />
  return (
    <div class="stack">
      {cards}
      <ChartPanel
        data={chart}
        title={title}
        look={look}
        stack={look !== 'line' && named.length === 1 && isWhole(chart, kind)}
        kind={kind}
        asked={asked}
        {...clickable}
      />
    </div>
  )
}

/** Whether the lines can be stacked: counts add up, ratios and averages do not; comparison lines must not be stacked. */
const isWhole = ({ lines }: TrendChart, kind: string): boolean =>
  (kind === 'count' || kind === 'distinct') && lines.every(({ otherDates }) => otherDates === undefined)
