import type { WeekStart } from '../api/types.js'
import type { Grain } from './grain.js'
import { addDays, addMonths, startOfWeek } from './month-grid.js'

/** Days, both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Two ranges as parameters name them. */
export interface TwoRanges {
  readonly before: string
  readonly after: string
}

const months: Readonly<Partial<Record<Grain, number>>> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The days of the bucket with this date; those of its day for hours and minutes. */
export function periodOf(date: string, grain: Grain, weekStart: WeekStart): Days {
  const day = date.slice(0, 10)
  if (grain === 'weekly') {
    const from = startOfWeek(day, weekStart)
    return { from, to: addDays(from, 6) }
  }
  const length = months[grain]
  if (length === undefined) return { from: day, to: day }
  const from = addMonths(day, -((Number(day.slice(5, 7)) - 1) % length))
  return { from, to: addDays(addMonths(from, length), -1) }
}

const rangeOf = ({ from, to }: Days): string => `${from},${to}`

/** A bucket and the one before. */
export function bucketAndBefore(date: string, grain: Grain, weekStart: WeekStart): TwoRanges {
  const after = periodOf(date, grain, weekStart)
  const before = periodOf(addDays(after.from, -1), grain, weekStart)
  return { before: rangeOf(before), after: rangeOf(after) }
}

/** The last bucket up to this date that is over today, and the one before. */
export function lastAndBefore(date: string, grain: Grain, weekStart: WeekStart, today: string): TwoRanges {
  const period = periodOf(date, grain, weekStart)
  const isOver = period.to < today
  return bucketAndBefore(isOver ? date : addDays(period.from, -1), grain, weekStart)
}

/** The last seven days that are over, and the seven before. */
export function weekAndBefore(today: string): TwoRanges {
  return {
    before: `${addDays(today, -14)},${addDays(today, -8)}`,
    after: `${addDays(today, -7)},${addDays(today, -1)}`,
  }
}

/** The range from the first to the last day of both; null if one of them is no range of days. */
export function coverOf(a: Days, b: Days): string | null {
  const all = [a.from, a.to, b.from, b.to].sort()
  const [first = '', last = ''] = [all[0], all.at(-1)]
  return all.every((day) => day.length === 10) ? `${first},${last}` : null
}
