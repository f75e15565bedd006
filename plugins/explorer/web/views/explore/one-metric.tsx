import { useMetrics, type Metric } from '../../data/metrics.js'
import { MetricPanel } from '../../metric/metric-panel.js'
import { askedCodecs } from '../../question/asked.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import type { MetricParams } from '../../question/metric-call.js'
import { ParameterFields } from '../../question/parameter-fields.js'
import { RangeBar } from '../../question/range-bar.js'
import { choice, json } from '../../router/codec.js'
import { hrefOf } from '../../router/location.js'
import { useUrlState } from '../../router/use-url-state.js'
import type { ViewProps } from '../../router/view.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Segmented } from '../../ui/field.js'
import { Awaited, EmptyState } from '../../ui/states.js'
import { exploreText } from '../../text/explore.js'
import { chartName } from '../../charts/options.js'

const looks = ['line', 'area', 'bar', 'number', 'table'] as const

const isTexts = (value: unknown): value is MetricParams =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

const codecs = { ...askedCodecs, params: json<MetricParams>({}, isTexts), look: choice(looks, 'line') }

export function OneMetric({ params: { metric: key = '' } }: ViewProps) {
  const metrics = useMetrics()
  if (metrics.data === null) return <Awaited list={metrics} />
  const metric = metrics.data.find((one) => one.key === key)
  if (metric === undefined)
    return (
      <EmptyState
        title={exploreText.unknownMetricKey(key)}
        actions={<Button href={hrefOf('/explore')}>{exploreText.showAllMetrics}</Button>}
      >
        {exploreText.checkItsKeyItMayBelong}
      </EmptyState>
    )
  return <Shown metric={metric} />
}

function Shown({ metric }: { readonly metric: Metric }) {
  const [state, set] = useUrlState(codecs)
  const { look, params, ...asked } = state
  const isSeries = metric.answer === 'series'
  const { granularity, compare, ...times } = asked
  return (
    <>
      <PageHead title={metric.title} summary={metric.summary} />
      <section class="card row" aria-label={exploreText.query}>
        <ParameterFields metric={metric} value={params} onChange={(next) => set({ params: next })} />
        {isSeries && (
          <BreakdownPicker
            source={metric.source}
            value={asked.breakdown}
            onChange={(breakdown) => set({ breakdown })}
          />
        )}
        <FilterBuilder
          source={metric.source}
          value={asked.filters}
          onChange={(filters) => set({ filters })}
          scope={asked}
        />
      </section>
      <div class="spread">
        <RangeBar value={isSeries ? { granularity, compare, ...times } : times} onChange={set} />
        {isSeries && (
          <Segmented
            label={exploreText.chartType}
            value={look}
            options={looks.map((one) => ({ value: one, label: chartName(one) }))}
            onChange={(next) => set({ look: next })}
          />
        )}
      </div>
      <MetricPanel metric={metric} asked={asked} params={params} look={look} />
    </>
  )
}
