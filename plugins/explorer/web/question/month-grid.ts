import type { WeekStart } from '../api/types.js'

const dayMs = 86_400_000
/** The weekdays on which weeks start, as Date counts them. */
const first: Readonly<Record<WeekStart, number>> = { sunday: 0, monday: 1, saturday: 6 }

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string => dateOf(timeOf(date) + days * dayMs)

/** The first day of a month that is so many months after that of the date. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return dateOf(Date.UTC(year, month - 1 + months, 1))
}

/** The first day of the date's week. */
export const startOfWeek = (date: string, weekStart: WeekStart): string =>
  addDays(date, -((new Date(timeOf(date)).getUTCDay() - first[weekStart] + 7) % 7))

/** The weeks that a month touches, each with its seven dates. */
export function weeksOf(month: string, weekStart: WeekStart): readonly (readonly string[])[] {
  const begin = startOfWeek(addMonths(month, 0), weekStart)
  const count = Math.ceil((timeOf(addMonths(month, 1)) - timeOf(begin)) / (7 * dayMs))
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(begin, 7 * week + day)),
  )
}

/** The number of days in a range of dates, both inclusive. */
export const countDays = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / dayMs + 1

/** The same day of a month that is so many months later, or the last day of that month if it has no such day. */
export function shiftMonths(date: string, months: number): string {
  const first = addMonths(date, months)
  const last = addDays(addMonths(first, 1), -1)
  const same = `${first.slice(0, 8)}${date.slice(8)}`
  return same < last ? same : last
}

interface Moving {
  readonly weekStart: WeekStart
  readonly withShift: boolean
}

/** The date that a key leads to from another in a calendar; undefined for keys that do not move. */
export function dateAfter(key: string, date: string, { weekStart, withShift }: Moving): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return startOfWeek(date, weekStart)
    case 'End':
      return addDays(startOfWeek(date, weekStart), 6)
    case 'PageUp':
      return shiftMonths(date, withShift ? -12 : -1)
    case 'PageDown':
      return shiftMonths(date, withShift ? 12 : 1)
    default:
      return undefined
  }
}

/** The date that a zone's calendar shows now. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date())
