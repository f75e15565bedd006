import { useEffect, useState } from 'preact/hooks'
import { FilterBuilder } from '../../question/filter-builder.js'
import type { Filter } from '../../question/filter.js'
import { RangePicker } from '../../question/range-picker.js'
import { useUrlState } from '../../router/use-url-state.js'
import { eventSheet } from '../../rows/event-sheet.js'
import { LiveButton } from '../../rows/live-button.js'
import { useTail } from '../../rows/use-tail.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { EmptyState, ErrorState, Loading, sentence } from '../../ui/states.js'
import { LevelFilter } from './level-filter.js'
import { LogLine, type LogRow } from './log-line.js'
import { SearchBox } from './search-box.js'
import { codecs, fixedOf, linesCall, volumeCall } from './state.js'
import { Volume } from './volume.js'
import '../../rows/rows.css'
import '../../styles/figures.css'
import './logs.css'
import { logsText } from '../../text/logs.js'

const every = 2_000
const step = 100
const most = 2_000

export function Logs() {
  const [state, set] = useUrlState(codecs)
  const [limit, setLimit] = useState(step)
  const call = linesCall(state, limit)
  const { rows, fresh, hasMore, error, reload } = useTail<LogRow>(call, every, state.live)
  const asked = JSON.stringify([state.range, state.search, state.levels, state.filters])
  useEffect(() => setLimit(step), [asked])
  const filter = (one: Filter): void => set({ filters: [...state.filters, one] })
  return (
    <>
      <PageHead title={logsText.logs} summary={logsText.logLinesOfYourServicesNewest}>
        <LiveButton live={state.live} onChange={(live) => set({ live }, { replace: true })} />
        <ShareMenu
          calls={[call, volumeCall(state)]}
          sheet={
            rows === null
              ? null
              : () =>
                  eventSheet(
                    'logs',
                    rows.map(({ row }) => row),
                  )
          }
        />
      </PageHead>
      <section class="card stack" aria-label={logsText.query}>
        <div class="row">
          <SearchBox value={state.search} onChange={(search) => set({ search })} />
          <RangePicker value={state.range} onChange={(range) => set({ range })} />
          <FilterBuilder
            source="logs"
            value={state.filters}
            onChange={(filters) => set({ filters })}
            scope={{ range: state.range, conditions: fixedOf(state) }}
            error={error}
          />
        </div>
        <LevelFilter state={state} onChange={(levels) => set({ levels })} />
        <Volume state={state} />
      </section>
      <section class="card flush" aria-label={logsText.logLines}>
        {rows === null && error !== null ? (
          <ErrorState error={error} onRetry={reload} />
        ) : rows === null ? (
          <Loading />
        ) : rows.length === 0 ? (
          <EmptyState icon="logs" title={logsText.noLogLines}>
            {logsText.chooseALongerRangeOtherLevels}
          </EmptyState>
        ) : (
          <>
            {error !== null && <p class="notice bad">{sentence(error.message)}</p>}
            <ol class="lines logs">
              {rows.map(({ key, row }) => (
                <LogLine key={key} row={row} fresh={fresh.has(key)} onFilter={filter} />
              ))}
            </ol>
            {hasMore && (
              <p class="more">
                {limit < most ? (
                  <Button small onClick={() => setLimit(Math.min(most, limit * 2))}>
                    {logsText.showOlderLines}
                  </Button>
                ) : (
                  <span class="faint">{logsText.theNewestLines(most)}</span>
                )}
              </p>
            )}
          </>
        )}
      </section>
    </>
  )
}
