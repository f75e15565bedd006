import { useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import { askedParameters } from '../../question/asked.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { filtersCodec } from '../../question/filter-link.js'
import { RangePicker } from '../../question/range-picker.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { LiveButton } from '../../rows/live-button.js'
import { useTail } from '../../rows/use-tail.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { EmptyState, ErrorState, Loading, sentence } from '../../ui/states.js'
import { EventLine, type EventRow } from '../../rows/event-line.js'
import { eventSheet } from '../../rows/event-sheet.js'
import '../../rows/rows.css'
import { liveText } from '../../text/live.js'

const every = 2_500
const step = 100
const most = 1_000

const codecs = { range: text('24h'), filters: filtersCodec }

/** Events as they arrive. */
export function Live() {
  const [{ range, filters }, set] = useUrlState(codecs)
  const [running, setRunning] = useState(true)
  const [limit, setLimit] = useState(step)
  const call = get('/api/v1/metrics/events/raw', [
    ...askedParameters({ range, filters }),
    ['limit', String(limit)],
  ])
  const { rows, fresh, hasMore, error, reload } = useTail<EventRow>(call, every, running)
  return (
    <>
      <PageHead title={liveText.liveEvents} summary={liveText.eventsAsTheyArriveNewestFirst}>
        <LiveButton live={running} onChange={setRunning} />
        <ShareMenu
          calls={[call]}
          sheet={
            rows === null
              ? null
              : () =>
                  eventSheet(
                    'events',
                    rows.map(({ row }) => row),
                  )
          }
        />
      </PageHead>
      <section class="card row" aria-label={liveText.query}>
        <RangePicker value={range} onChange={(next) => set({ range: next })} />
        <FilterBuilder
          source="events"
          value={filters}
          onChange={(next) => set({ filters: next })}
          scope={{ range }}
          error={error}
        />
      </section>
      <section class="card flush" aria-label={liveText.events}>
        {error !== null && (rows === null || error.status !== 0) ? (
          <ErrorState error={error} onRetry={reload} />
        ) : rows === null ? (
          <Loading />
        ) : rows.length === 0 ? (
          <EmptyState icon="live" title={liveText.noEventsYet}>
            {running ? liveText.eventsAppearHereWithinSeconds : liveText.theLiveTailIsPausedTurn}
          </EmptyState>
        ) : (
          <>
            {error !== null && (
              <p class="notice bad">{liveText.sentenceTryingAgain(sentence(error.message))}</p>
            )}
            <ol class="lines">
              {rows.map(({ key, row }) => (
                <EventLine
                  key={key}
                  row={row}
                  fresh={fresh.has(key)}
                  onFilter={(filter) => set({ filters: [...filters, filter] })}
                />
              ))}
            </ol>
            {hasMore && limit < most && (
              <p class="more">
                <Button small onClick={() => setLimit(Math.min(most, limit + step * 2))}>
                  {liveText.showOlderEvents}
                </Button>
              </p>
            )}
          </>
        )}
      </section>
    </>
  )
}
