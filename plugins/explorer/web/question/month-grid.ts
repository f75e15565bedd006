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

/** The date that a zone's calendar shows now. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date())
