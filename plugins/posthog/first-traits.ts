import { clientTime } from '../../core/contract/index.js'
import type { Members } from './properties.js'

/** Milliseconds; a year that no client lives to see (2096). */
const end = 4_000_000_000_000

/**
 * A line of traits of which the first, not the last, is to stay, and which gives way to any other: of a trait that was
 * said several times the latest counts, so these get times before all others (before 1983), the later the earlier.
 */
export function lastsFirst(line: Members, received: number): Members {
  const time = clientTime(line['timestamp'] ?? received)
  const { message_id } = line
  return {
    ...line,
    timestamp: time === null ? line['timestamp'] : Math.max(0, Math.floor((end - time) / 10)),
    // The same event's other traits have its id.
    ...(typeof message_id === 'string' ? { message_id: `${message_id}:once` } : {}),
  }
}
