import type { WeekStart } from '../api/types.js'
import { addDays, addMonths, startOfWeek } from './month-grid.js'

/** The bounds of a range; dates (YYYY-MM-DD) are both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/**
 * The dates that a range covers on a day, as the service reads it; null for hours, all time and ranges that it does
 * not know.
 */
export function daysOf(range: string, today: string, weekStart: WeekStart): Days | null {
  const [, from, to] = /^(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)$/.exec(range) ?? []
  if (from !== undefined && to !== undefined) return { from, to }
  const [, digits, unit] = /^([1-9]\d{0,4})([dwmy])$/.exec(range) ?? []
  if (digits !== undefined) return { from: firstOf(Number(digits), unit ?? 'd', today), to: today }
  const week = startOfWeek(today, weekStart)
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'wtd':
      return { from: week, to: today }
    case 'mtd':
      return { from: monthsBack(today, 1, 0), to: today }
    case 'qtd':
      return { from: monthsBack(today, 3, 0), to: today }
    case 'ytd':
      return { from: monthsBack(today, 12, 0), to: today }
    case 'last_week':
      return { from: addDays(week, -7), to: addDays(week, -1) }
    case 'last_month':
      return whole(today, 1)
    case 'last_quarter':
      return whole(today, 3)
    case 'last_year':
      return whole(today, 12)
    default:
      return null
  }
}

/** The bounds of a range of times of the query's clocks (YYYY-MM-DDTHH:MM), the end exclusive; null for others. */
export function timesOf(range: string): Days | null {
  const [, from, to] = /^(\d{4}-\d\d-\d\dT[\d:.]{5,12}),(\d{4}-\d\d-\d\dT[\d:.]{5,12})$/.exec(range) ?? []
  return from === undefined || to === undefined ? null : { from, to }
}

/** The first day of a range of so many days, weeks, months or years that ends today. */
function firstOf(count: number, unit: string, today: string): string {
  if (unit === 'd') return addDays(today, 1 - count)
  if (unit === 'w') return addDays(today, 1 - 7 * count)
  const month = addMonths(today, unit === 'm' ? -count : -12 * count)
  const last = Number(addDays(addMonths(month, 1), -1).slice(8))
  // The same day of that month, or its last one if it has no such day; the range begins a day later.
  return addDays(month, Math.min(Number(today.slice(8)), last))
}

/** The first day of the period of so many months (1, 3 or 12) that contains the date, or of an earlier one. */
function monthsBack(date: string, length: number, periods: number): string {
  const within = (Number(date.slice(5, 7)) - 1) % length
  return addMonths(date, -within - length * periods)
}

const whole = (today: string, length: number): Days => ({
  from: monthsBack(today, length, 1),
  to: addDays(monthsBack(today, length, 0), -1),
})
