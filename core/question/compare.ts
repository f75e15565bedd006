import { invalid, type Period } from '../contract/index.js'
import { addMonths, dayMs, dayOf, dayText } from './calendar.js'
import { calendar, daysOf, rolling } from './range.js'
import type { Zone } from './zone.js'

export type Comparison = 'previous' | 'yoy'

/**
 * Returns the period to compare with. `previous` has the same length and ends where this one starts; calendar
 * ranges count days, rolling hours milliseconds. `yoy` moves both ends a calendar year back (29 February
 * becomes 28 February); rolling hours end at the same time of that day and keep their length.
 */
export function comparisonPeriod(period: Period, compare: Comparison, zone: Zone): Period {
  if (period.kind === 'rolling') {
    const to = compare === 'previous' ? period.from : yearEarlier(period.to, zone)
    return rolling(to - (period.to - period.from), to)
  }
  const { first, last } = daysOf(period)
  if (compare === 'yoy') return calendar(addMonths(first, -12), addMonths(last, -12))
  const before = first - (last - first + 1)
  if (before < oldest) throw invalid('compare', `compare=${compare} reaches back before ${dayText(oldest)}`)
  return calendar(before, first - 1)
}

/** Keeps years at four digits, whatever the length of the range. */
const oldest = dayOf(1000, 1, 1)

function yearEarlier(instant: number, zone: Zone): number {
  const wall = instant + zone.offsetAt(instant)
  const day = Math.floor(wall / dayMs)
  return zone.instantOf(wall - day * dayMs + addMonths(day, -12) * dayMs)
}
