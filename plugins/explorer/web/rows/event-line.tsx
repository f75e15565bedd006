import { useState } from 'preact/hooks'
import type { Cells } from '../api/types.js'
import { personHref } from '../people/person.js'
import type { Filter } from '../question/filter.js'
import { FirstLeaves } from './first-leaves.js'
import { RowDetails } from './row-details.js'
import { formatClock, formatMoment } from './time.js'
import { rowsText } from '../text/rows.js'

export interface EventRow extends Cells {
  readonly timestamp: string
  readonly event_name: string
  readonly device_id: string
  readonly session_id: string | null
  readonly user_id: string | null
  readonly properties: Cells
}

interface Props {
  readonly row: EventRow
  readonly fresh?: boolean
  /** Whether all events of the list are of one person, so the line omits them. */
  readonly ofOne?: boolean
  readonly onFilter?: (filter: Filter) => void
}

/** One event as a line: name, person and a few properties. Opening it shows all fields. */
export function EventLine({ row, fresh = false, ofOne = false, onFilter }: Props) {
  const [open, setOpen] = useState(false)
  const { timestamp, event_name, user_id, device_id, properties } = row
  return (
    <li class={fresh ? 'fresh' : ''}>
      <button
        type="button"
        class={ofOne ? 'line-head' : 'line-head two'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <time dateTime={timestamp} title={formatMoment(timestamp)}>
          {ofOne ? formatClock(timestamp) : formatMoment(timestamp)}
        </time>
        <span class="what clip">
          <strong>{event_name}</strong> <FirstLeaves of={properties} most={4} />
        </span>
        {!ofOne && (
          <span class="by clip soft">
            {user_id ?? (device_id.length > 12 ? `${device_id.slice(0, 8)}…` : device_id)}
          </span>
        )}
      </button>
      {open && (
        <>
          {!ofOne && (
            <p class="line-links">
              <a href={personHref({ user_id, device_id })}>{rowsText.openPerson}</a>
            </p>
          )}
          <RowDetails row={row} onFilter={onFilter} />
        </>
      )}
    </li>
  )
}
