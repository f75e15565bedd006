import { useMetrics } from '../../data/metrics.js'
import { timeOnly } from '../../metric/metric-panel.js'
import { SeriesPanel } from '../../metric/series-panel.js'
import { TopPanel } from '../../metric/top-panel.js'
import { askedCodecs } from '../../question/asked.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { GroupingPicker } from '../../question/field-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangeBar } from '../../question/range-bar.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Awaited } from '../../ui/states.js'
import { SessionTable } from './session-table.js'
import './sessions.css'
import { sessionsText } from '../../text/sessions.js'

const codecs = { ...askedCodecs, top: text('device_type') }

export function Sessions() {
  const [{ top, ...asked }, set] = useUrlState(codecs)
  const metrics = useMetrics()
  if (metrics.data === null) return <Awaited list={metrics} />
  const all = metrics.data
  const find = (key: string) => all.find((one) => one.key === key)
  const [started, ranking, rows] = [find('sessions'), find('top_sessions'), find('sessions_raw')]
  const { range, granularity, compare, timezone } = asked
  return (
    <>
      <PageHead title={sessionsText.sessions} summary={sessionsText.aSessionIsASeriesOf} />
      <div class="row">
        <RangeBar value={{ range, granularity, compare, timezone }} onChange={set} />
        <BreakdownPicker
          source="events"
          value={asked.breakdown}
          onChange={(breakdown) => set({ breakdown })}
        />
        <FilterBuilder
          source="events"
          value={asked.filters}
          onChange={(filters) => set({ filters })}
          scope={asked}
        />
      </div>
      <div class="sessions">
        {started && (
          <SeriesPanel metric={started} asked={asked} title={sessionsText.sessionsStarted} look="area" />
        )}
        {ranking && (
          <TopPanel
            metric={ranking}
            asked={timeOnly(asked)}
            params={{ property: top }}
            title={sessionsText.mostFrequent}
            tools={
              <GroupingPicker
                source="events"
                value={top}
                onChange={(field) => set({ top: field })}
                label={sessionsText.rankSessionsBy}
              />
            }
          />
        )}
      </div>
      {rows && <SessionTable metric={rows} asked={timeOnly(asked)} />}
    </>
  )
}
