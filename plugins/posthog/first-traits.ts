import type { ClientTimes } from '../../contract/index.js'
import type { Members } from './properties.js'

/** Milliseconds since 1970: in 2096, later than any client's time. */
const end = 4_000_000_000_000

/**
 * A line of traits whose first value stays and which any other trait overrides. The latest value of a trait counts, so
 * these lines get times before all others (before 1983), in reverse order: the later the event, the earlier its time.
 */
export function lastsFirst(
  line: Members,
  { received, times }: { readonly received: number; readonly times: ClientTimes },
): Members {
  const time = times.read(line['timestamp'] ?? received)
  const { message_id } = line
  return {
    ...line,
    timestamp: time === null ? line['timestamp'] : Math.max(0, Math.floor((end - time) / 10)),
    // The other traits of the same event already use its id.
    ...(typeof message_id === 'string' ? { message_id: `${message_id}:once` } : {}),
  }
}
