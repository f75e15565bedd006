import { parseIsoTime } from './iso-time.js'

/**
 * Milliseconds within which the clocks agree: network delay or a retry of the same body explains a smaller
 * difference.
 */
const tolerance = 30_000

/**
 * Reads a client's time, an ISO 8601 string or milliseconds, as milliseconds since 1970. Returns null if it
 * is neither.
 */
export function clientTime(value: unknown): number | null {
  if (typeof value === 'string') return parseIsoTime(value.trim())
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : null
}

/**
 * Returns the event's time by the service's clock, received − (sentAt − timestamp), if the client's clock was
 * off by more than 30 seconds when it sent the event. Otherwise, and if either time cannot be read, returns
 * the timestamp unchanged.
 */
export function withoutSkew(timestamp: unknown, sentAt: unknown, received: number): unknown {
  const [at, sent] = [clientTime(timestamp), clientTime(sentAt)]
  if (at === null || sent === null || Math.abs(received - sent) <= tolerance) return timestamp
  return received - (sent - at)
}
