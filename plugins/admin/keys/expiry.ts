import { invalid } from '../../../core/contract/index.js'

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** An ISO 8601 date or date-time (no offset: UTC) after now. */
export function readExpiry(text: string, now: number): Date {
  const parts = isoTime.exec(text)
  const day = parts?.[1] ?? ''
  const time = new Date(parts === null || text === day || parts[2] !== undefined ? text : `${text}Z`)
  // The platform reads February 30 as March 2.
  if (parts === null || Number.isNaN(time.getTime()) || !isDay(day))
    throw invalid('/expires_at', 'expires_at must be an ISO 8601 date or date-time')
  if (time.getTime() <= now) throw invalid('/expires_at', 'expires_at must lie in the future')
  return time
}

function isDay(day: string): boolean {
  const read = new Date(day)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}
