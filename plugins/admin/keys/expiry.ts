import { notInFuture, notATime } from '../../../contract/index.js'

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Reads an ISO 8601 date or date-time, in UTC unless it has an offset.
 * @param now milliseconds since 1970 UTC
 * @throws VALIDATION_ERROR if it is malformed or not after `now`
 */
export function readExpiry(text: string, now: number): Date {
  const parts = isoTime.exec(text)
  const day = parts?.[1] ?? ''
  const time = new Date(parts === null || text === day || parts[2] !== undefined ? text : `${text}Z`)
  // JavaScript reads February 30 as March 2.
  if (parts === null || Number.isNaN(time.getTime()) || !isDay(day)) throw notATime('/expires_at')
  if (time.getTime() <= now) throw notInFuture('/expires_at')
  return time
}

function isDay(day: string): boolean {
  const read = new Date(day)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}
