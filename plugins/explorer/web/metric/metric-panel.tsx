import type { Look } from '../charts/plot.js'
import type { Metric } from '../data/metrics.js'
import type { Asked } from '../question/asked.js'
import { missingParams, type MetricParams } from '../question/metric-call.js'
import { EmptyState } from '../ui/states.js'
import { RowsPanel } from './rows-panel.js'
import { SeriesPanel } from './series-panel.js'
import { TopPanel } from './top-panel.js'
import { metricText } from '../text/metric.js'

interface Props {
  readonly metric: Metric
  readonly asked: Asked
  readonly params: MetricParams
  readonly look: Look | 'number' | 'table'
}

/** Shows any metric according to its kind of answer; asks for missing required parameters. */
export function MetricPanel({ metric, asked, params, look }: Props) {
  const missing = missingParams(metric, params)
  if (missing.length > 0)
    return (
      <section class="card">
        <EmptyState icon="metric" title={metricText.parametersRequired}>
          {metricText.chooseToSeeThisMetric(missing.map((name) => name.replaceAll('_', ' ')))}
        </EmptyState>
      </section>
    )
  switch (metric.answer) {
    case 'series':
      return (
        <SeriesPanel
          metric={metric}
          asked={asked}
          params={params}
          look={look}
          stack={look !== 'line' && metric.kind === 'count'}
        />
      )
    case 'top':
      return <TopPanel metric={metric} asked={timeOnly(asked)} params={params} limit={25} />
    case 'page':
    case 'list':
      return <RowsPanel metric={metric} asked={timeOnly(asked)} params={params} />
  }
}

/** The parameters that lists take: no granularity, no comparison and no breakdown. */
export const timeOnly = ({ range, timezone, filters, audience }: Asked): Partial<Asked> => ({
  range,
  timezone,
  filters,
  audience,
})
