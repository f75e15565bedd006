import type { WeekStart } from '../../contract/index.js'

/** A day of the proleptic Gregorian calendar, independent of any zone: whole days since 1970-01-01. */
export type Day = number

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
}

export const dayMs = 86_400_000

/**
 * Howard Hinnant's days_from_civil. Years begin in March, so that the leap day is the last day of the year,
 * and eras of 400 years have 146,097 days each.
 */
export function dayOf(year: number, month: number, day: number): Day {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The inverse of dayOf. */
export function civilOf(day: Day): CivilDate {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** Whether the three numbers are an existing day in the years 1 to 9999. */
export const isCivil = (year: number, month: number, day: number): boolean =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)

export function monthLength(year: number, month: number): number {
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)
  return next - dayOf(year, month, 1)
}

/** Returns the same day of another month, or that month's last day if it has no such day. */
export function addMonths(day: Day, months: number): Day {
  const date = civilOf(day)
  const total = date.year * 12 + date.month - 1 + months
  const [year, month] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1]
  return dayOf(year, month, Math.min(date.day, monthLength(year, month)))
}

/** The day of 1970-01-01, a Thursday, in its week: 0 would be the first. */
const daysIntoWeek: Readonly<Record<WeekStart, number>> = { monday: 3, sunday: 4, saturday: 5 }

/** Returns the first day of the day's week. */
export const startOfWeek = (day: Day, weekStart: WeekStart): Day =>
  day - ((((day + daysIntoWeek[weekStart]) % 7) + 7) % 7)

/** Returns the first day of the calendar period of 1, 3 or 12 months that contains the day. */
export function startOfMonths(day: Day, months: 1 | 3 | 12): Day {
  const { year, month } = civilOf(day)
  return dayOf(year, month - ((month - 1) % months), 1)
}

/** YYYY-MM-DD. */
export function dayText(day: Day): string {
  const { year, month, day: ofMonth } = civilOf(day)
  return `${pad(year, 4)}-${pad(month)}-${pad(ofMonth)}`
}

/** Parses YYYY-MM-DD. Returns null if the string has another form or the day does not exist. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return isCivil(year, month, day) ? dayOf(year, month, day) : null
}

export const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')
