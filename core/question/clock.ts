import type { Clock } from '../../contract/index.js'
import { zoneOf } from './zone.js'

const known = new Map<string, Clock>()
const mostKnown = 200

/** No time is earlier or later. */
const reach = 8_640_000_000_000_000

/**
 * Returns the clock of a time zone, for hours and weekdays; null for UTC. It knows the changes from 1970 to the
 * year after next, and has one offset before and after. A year has one clock, so that plans stay equal.
 */
export function clockOf(timezone: string, now: number): Clock | null {
  const zone = zoneOf(timezone)
  if (zone.isUtc) return null
  const end = Date.UTC(new Date(now).getUTCFullYear() + 2, 0, 1)
  const key = `${timezone.toLowerCase()} ${end}`
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const changes = zone.changes(1, end)
  const clock: Clock = Object.freeze({
    edges: Object.freeze([-reach, ...changes.map(({ at }) => at), reach]),
    offsets: Object.freeze([zone.offsetAt(0), ...changes.map(({ offset }) => offset)]),
  })
  if (known.size >= mostKnown) known.clear()
  known.set(key, clock)
  return clock
}
