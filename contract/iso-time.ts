const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/

/**
 * Returns the instant of an ISO 8601 date or date-time, in milliseconds. Returns null for any other string
 * and for a date or time that does not exist. Without an offset it is UTC. Digits beyond milliseconds are
 * truncated.
 */
export function parseIsoTime(text: string): number | null {
  const match = isoTime.exec(text)
  if (match === null) return null
  const number = (index: number): number => Number(match[index] ?? 0)
  const [year, month, day] = [number(1), number(2), number(3)]
  const [hour, minute, second] = [number(4), number(5), number(6)]
  const [offsetHour, offsetMinute] = [number(9), number(10)]
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day)
  if (year === 0 || !isDay(midnight, month, day) || hour > 23 || minute > 59 || second > 59) return null
  if (offsetHour > 23 || offsetMinute > 59) return null
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  return midnight + (hour * 60 + minute - offset) * 60_000 + second * 1000 + millis
}

/** JavaScript rolls a date that does not exist (30 February) over into the next month. */
function isDay(midnight: number, month: number, day: number): boolean {
  const date = new Date(midnight)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
