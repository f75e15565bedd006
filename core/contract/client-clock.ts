import { parseIsoTime } from './iso-time.js'

/** Within this the clocks agree: what is left may as well be the way here, or a second try of the same body. */
const tolerance = 30_000

/** Milliseconds since 1970 of what clients send as a time: ISO 8601 text or milliseconds; null if it is neither. */
export function clientTime(value: unknown): number | null {
  if (typeof value === 'string') return parseIsoTime(value.trim())
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : null
}

/**
 * The time of an event by the service's clock: received − (sentAt − timestamp), if the client's clock was off by more
 * than 30 seconds when it sent the event. Otherwise, and where one of the two cannot be read, the timestamp as it came.
 */
export function withoutSkew(timestamp: unknown, sentAt: unknown, received: number): unknown {
  const [at, sent] = [clientTime(timestamp), clientTime(sentAt)]
  if (at === null || sent === null || Math.abs(received - sent) <= tolerance) return timestamp
  return received - (sent - at)
}
