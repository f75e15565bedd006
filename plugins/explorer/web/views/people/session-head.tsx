import { formatSeconds } from '../../charts/format.js'
import { count } from '../../people/words.js'
import type { EventRow } from '../../rows/event-line.js'
import { formatClock, formatDay } from '../../rows/time.js'

/** The head of a session: its time, number of events, duration, device and location. `events` is newest first. */
export function SessionHead({ events }: { readonly events: readonly EventRow[] }) {
  const [newest, oldest] = [events[0], events.at(-1)]
  if (newest === undefined || oldest === undefined) return null
  const seconds = Math.round((Date.parse(newest.timestamp) - Date.parse(oldest.timestamp)) / 1000)
  const where = ['os', 'browser', 'city', 'country', 'utm_campaign']
    .map((name) => newest[name])
    .filter((value) => typeof value === 'string')
  return (
    <header class="session-head">
      <h3>
        {formatDay(oldest.timestamp)}
        <span class="soft">
          {' '}
          {formatClock(oldest.timestamp)}–{formatClock(newest.timestamp)}
        </span>
      </h3>
      <small>
        {[count(events.length, 'events'), seconds > 0 ? formatSeconds(seconds) : '', ...where]
          .filter((part) => part !== '')
          .join(' · ')}
      </small>
    </header>
  )
}
