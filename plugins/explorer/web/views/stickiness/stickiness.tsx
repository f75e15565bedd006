import { useMetrics } from '../../data/metrics.js'
import { SeriesPanel } from '../../metric/series-panel.js'
import { ActorSelect } from '../../question/actor-select.js'
import { askedCodecs } from '../../question/asked.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangeBar } from '../../question/range-bar.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Awaited, EmptyState } from '../../ui/states.js'
import { stickinessText } from '../../text/stickiness.js'

const codecs = { ...askedCodecs, actor: text() }
const isStickiness = /^stickiness/

/** All stickiness metrics, one below the other, for the same query. */
export function Stickiness() {
  const [{ actor, ...state }, set] = useUrlState(codecs)
  const all = useMetrics()
  const { range, granularity, compare, timezone } = state
  if (all.data === null) return <Awaited list={all} />
  const metrics = all.data.filter(({ key, answer }) => answer === 'series' && isStickiness.test(key))
  if (metrics.length === 0)
    return (
      <EmptyState title={stickinessText.stickinessMetricsAreNot}>
        {stickinessText.thePluginStickinessIsNotLoaded}
      </EmptyState>
    )
  return (
    <>
      <PageHead title={stickinessText.stickiness} summary={stickinessText.theShareOfAMonthsActive} />
      <div class="row">
        <RangeBar value={{ range, granularity, compare, timezone }} onChange={set} />
        <ActorSelect value={actor} onChange={(next) => set({ actor: next })} />
        <BreakdownPicker
          source="events"
          value={state.breakdown}
          onChange={(breakdown) => set({ breakdown })}
        />
        <FilterBuilder
          source="events"
          value={state.filters}
          onChange={(filters) => set({ filters })}
          scope={state}
        />
      </div>
      {metrics.map((metric) => (
        <SeriesPanel
          key={metric.key}
          metric={metric}
          asked={state}
          params={actor === '' ? {} : { actor }}
          title={metric.summary}
          look="area"
          height={220}
        />
      ))}
    </>
  )
}
