const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Milliseconds since 1970 UTC of an ISO 8601 date or date-time in the years 0001 to 9999. Returns null for
 * any other string, and for days, hours or offsets that do not exist. Without an offset the time is UTC.
 * Digits finer than a millisecond are cut: 2024-03-10T02:30:15.9999 ends with .999.
 */
export function parseIsoTime(text: string): number | null {
  const match = isoTime.exec(text)
  if (match === null) return null
  const part = (index: number): number => Number(match[index] ?? 0)
  const [year, month, day] = [part(1), part(2), part(3)]
  const [hour, minute, second] = [part(4), part(5), part(6)]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  const offset = offsetMinutes(match[8] ?? 'Z')
  if (offset === null) return null
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const minutes = (daysFromCivil(year, month, day) * 24 + hour) * 60 + minute - offset
  return (minutes * 60 + second) * 1000 + milliseconds
}

/** Minutes ahead of UTC of Z, +hh:mm or +hhmm; null if hours or minutes are out of range. */
function offsetMinutes(text: string): number | null {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(-2))
  if (hours > 23 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * Days since 1970-01-01 in the proleptic Gregorian calendar, by integer arithmetic that SQL can do too. Years
 * are counted from March, so that the leap day is the last of its year. 0000-03-01 is 719,468 days before
 * 1970-01-01. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
 */
function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year
  const marchMonth = (month + 9) % 12
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1
  return marchYear * 365 + leapDays + dayOfYear - 719_468
}
