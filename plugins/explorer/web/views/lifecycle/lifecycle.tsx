import type { TrendChart } from '../../charts/trend-chart.js'
import { useMetrics } from '../../data/metrics.js'
import { SeriesPanel } from '../../metric/series-panel.js'
import { ActorSelect } from '../../question/actor-select.js'
import { askedCodecs } from '../../question/asked.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangeBar } from '../../question/range-bar.js'
import { flag, text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Awaited, EmptyState } from '../../ui/states.js'
import { lifecycleText } from '../../text/lifecycle.js'

const codecs = {
  ...askedCodecs,
  range: text('90d'),
  granularity: text('weekly'),
  actor: text(),
  dormant: flag(true),
}

/** Dormant people are drawn below zero: comparing both sides shows whether the product grows. */
const colors: Readonly<Record<string, string>> = {
  new: 'var(--series-1)',
  returning: 'var(--series-2)',
  resurrected: 'var(--series-5)',
  dormant: 'var(--series-10)',
}

export function Lifecycle() {
  const [{ dormant, actor, ...asked }, set] = useUrlState(codecs)
  const metrics = useMetrics()
  const { range, granularity, compare, timezone } = asked
  if (metrics.data === null) return <Awaited list={metrics} />
  const metric = metrics.data.find(({ key }) => key === 'lifecycle')
  if (metric === undefined)
    return (
      <EmptyState title={lifecycleText.theLifecycleMetricIsNot}>
        {lifecycleText.thePluginLifecycleIsNotLoaded}
      </EmptyState>
    )
  return (
    <>
      <PageHead title={lifecycleText.lifecycle} summary={lifecycleText.activePeopleOfEachPeriodNew} />
      <div class="spread">
        <RangeBar value={{ range, granularity, compare, timezone }} onChange={set} />
        <ActorSelect value={actor} onChange={(next) => set({ actor: next })} />
        <label class="row">
          <input
            type="checkbox"
            checked={dormant}
            onChange={(event) => set({ dormant: event.currentTarget.checked })}
          />
          {lifecycleText.showDormantPeople}
        </label>
      </div>
      <FilterBuilder
        source={metric.source}
        value={asked.filters}
        onChange={(filters) => set({ filters })}
        scope={asked}
      />
      <SeriesPanel
        metric={metric}
        asked={asked}
        params={{ ...(dormant && { dormant: 'true' }), ...(actor !== '' && { actor }) }}
        title={lifecycleText.activePeopleByLifecycleState}
        look="bar"
        stack
        noTotal
        height={360}
        arrange={coloured}
      />
      {dormant && <p class="faint">{lifecycleText.inAPeriodThatIsNot}</p>}
    </>
  )
}

const coloured = (chart: TrendChart): TrendChart => ({
  ...chart,
  lines: chart.lines.map((line) => {
    const color = colors[line.label]
    return color === undefined
      ? line
      : { ...line, color, label: line.label.charAt(0).toUpperCase() + line.label.slice(1) }
  }),
})
