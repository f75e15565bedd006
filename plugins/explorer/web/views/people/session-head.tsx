import { formatSeconds } from '../../charts/format.js'
import type { EventRow } from '../../rows/event-line.js'
import { Icon } from '../../ui/icon.js'
import { formatClock, formatDay } from '../../rows/time.js'
import { peopleText } from '../../text/people.js'

interface Props {
  /** Newest first. */
  readonly events: readonly EventRow[]
  readonly open: boolean
  readonly onToggle: () => void
}

/** The head of a session, which opens and closes it: its time, number of events, duration, device and location. */
export function SessionHead({ events, open, onToggle }: Props) {
  const [newest, oldest] = [events[0], events.at(-1)]
  if (newest === undefined || oldest === undefined) return null
  const seconds = Math.round((Date.parse(newest.timestamp) - Date.parse(oldest.timestamp)) / 1000)
  const where = ['os', 'browser', 'city', 'country', 'utm_campaign']
    .map((name) => newest[name])
    .filter((value) => typeof value === 'string')
  return (
    <h3>
      <button type="button" class="session-head" aria-expanded={open} onClick={onToggle}>
        <span class="row">
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
          {formatDay(oldest.timestamp)}
          <span class="soft">
            {formatClock(oldest.timestamp)}–{formatClock(newest.timestamp)}
          </span>
        </span>
        <small>
          {[peopleText.countedEvents(events.length), seconds > 0 ? formatSeconds(seconds) : '', ...where]
            .filter((part) => part !== '')
            .join(' · ')}
        </small>
      </button>
    </h3>
  )
}
