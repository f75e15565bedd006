import { parseIsoTime, type ClientTimes } from '../../contract/index.js'

/**
 * Milliseconds within which the clocks agree: network delay or a retry of the same body explains a smaller
 * difference.
 */
const tolerance = 30_000

function read(value: unknown): number | null {
  if (typeof value === 'string') return parseIsoTime(value.trim())
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : null
}

/**
 * Returns received − (sentAt − timestamp) if the client's clock was off by more than 30 seconds.
 *
 * Example: a clock three hours fast states 15:00 for the event and 15:01 for sending it, which arrives at 12:00: 11:59.
 */
function corrected(timestamp: unknown, sentAt: unknown, received: number): unknown {
  const [at, sent] = [read(timestamp), read(sentAt)]
  if (at === null || sent === null || Math.abs(received - sent) <= tolerance) return timestamp
  return received - (sent - at)
}

/** The times of clients by the service's clock, one rule for all protocols. */
export const ingestClientTimes: ClientTimes = Object.freeze({ read, corrected })
