import type { JsonValue } from '../../contract/index.js'
import { LineError } from './line-error.js'

const day = 24 * 60 * 60 * 1000

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/**
 * Milliseconds since 1970 UTC from an ISO 8601 string (UTC if it has no offset; digits beyond milliseconds are cut off)
 * or a number of milliseconds; `now` if it is missing. Throws LineError if it is invalid, before 1970 or more than 24
 * hours ahead.
 */
export function readTimestamp(value: JsonValue | undefined, now: number): number {
  if (value === undefined) return now
  const time =
    typeof value === 'number' ? Math.floor(value) : typeof value === 'string' ? parseIso(value) : null
  if (time === null) throw new LineError('timestamp must be an ISO 8601 string or a number of milliseconds')
  if (time < 0) throw new LineError('timestamp must not be before 1970')
  if (time > now + day) throw new LineError('timestamp must not be more than 24 hours in the future')
  return time
}

const usual = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

/** The date that was read last, and its midnight: most lines of a request are of one day. */
let lastDate = ''
let lastMidnight = NaN

/** Reads the usual form many times faster than the pattern of all forms. Returns null if the date does not exist. */
function parseUsual(text: string): number | null {
  const date = text.slice(0, 10)
  if (date !== lastDate) {
    const midnight = Date.parse(date)
    // Date.parse accepts 30 February.
    if (new Date(midnight).getUTCDate() !== Number(date.slice(8))) return null
    lastDate = date
    lastMidnight = midnight
  }
  const two = (at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * 0x30
  const millis = text.length === 20 ? 0 : two(20) * 10 + text.charCodeAt(22) - 0x30
  return lastMidnight + ((two(11) * 60 + two(14)) * 60 + two(17)) * 1000 + millis
}

function parseIso(text: string): number | null {
  const time = usual.test(text) ? parseUsual(text) : null
  if (time !== null) return time
  const match = iso.exec(text.trim())
  if (match === null) return null
  const part = (index: number): number => Number(match[index] ?? 0)
  const [year, month, date, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  const offset = parseOffset(match[8])
  if (hour > 23 || minute > 59 || second > 59 || offset === null) return null
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, date)
  // A date that does not exist (30 February) rolls over into another month.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== date) return null
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  return midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
}

/** An offset in minutes east of UTC; null if it is invalid. */
function parseOffset(text: string | undefined): number | null {
  if (text === undefined || /^z$/i.test(text)) return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
