import { invalid, unknownName, type Period } from '../../contract/index.js'
import { addMonths, dayMs, dayOf, dayText } from './calendar.js'
import { boundForms, calendar, daysOf, parseBounds, rolling } from './range.js'
import type { Zone } from './zone.js'

const names = ['previous', 'yoy'] as const

/** Whether the compared period has its own bounds, and so its own length. */
export const hasOwnBounds = (compare: string): boolean => compare.includes(',')

/**
 * Returns the period to compare with. `previous` has the same length and ends where this one starts; calendar
 * ranges count days, rolling hours milliseconds. `yoy` moves both ends a calendar year back (29 February
 * becomes 28 February); rolling hours end at the same time of that day and keep their length. `<start>,<end>`
 * are two dates or two times, see parseBounds(). Throws a 422 for anything else.
 */
export function comparisonPeriod(period: Period, compare: string, zone: Zone): Period {
  const own = ownPeriod(compare, zone)
  if (own !== null) return own
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

/**
 * The period that a comparison names by its bounds; null for `previous` and `yoy`. Throws a 422 for anything else: a
 * list of rows compares nothing, but does not ignore what it cannot read.
 */
export function ownPeriod(compare: string, zone: Zone): Period | null {
  if (hasOwnBounds(compare)) return parseBounds(compare, 'compare', zone)
  if (names.some((name) => name === compare)) return null
  throw invalid('compare', unknownName('compare', compare, [...names, boundForms]))
}

/** Keeps years at four digits, whatever the length of the range. */
const oldest = dayOf(1000, 1, 1)

function yearEarlier(instant: number, zone: Zone): number {
  const wall = instant + zone.offsetAt(instant)
  const day = Math.floor(wall / dayMs)
  return zone.instantOf(wall - day * dayMs + addMonths(day, -12) * dayMs)
}
