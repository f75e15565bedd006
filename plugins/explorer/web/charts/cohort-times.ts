import type { WeekStart } from '../api/types.js'
import { wallTime } from './format.js'
import { bucketEnd, spanOf } from './incomplete.js'
import { grainUnit } from './options.js'
import { chartsText } from '../text/charts.js'

/** Between which wall times events count, in milliseconds. */
export interface Bounds {
  readonly from: number
  readonly to: number
}

/** The bounds of a query; `now` is the wall time at which it is asked. */
export function boundsOf(range: string, now: number, weekStart: WeekStart): Bounds {
  const span = spanOf(range, now, weekStart)
  return { from: span?.from ?? -Infinity, to: Math.min(now, span?.to ?? now) }
}

/** Whether a period of a cohort is incomplete: it goes on after the range or after now. Period 0 is the cohort's own. */
export function isOpen(cohortDate: string, period: number, grain: string, { to }: Bounds): boolean {
  let end = wallTime(cohortDate)
  for (let count = 0; count <= period; count++) end = bucketEnd(end, grain)
  return end > to
}

/** Why a cohort misses people; null if it has all of them. */
export function missing(cohortDate: string, grain: string, bounds: Bounds): string | null {
  const unit = grainUnit(grain)
  if (isOpen(cohortDate, 0, grain, bounds)) return chartsText.incompleteThisUnitIsNotOver(unit)
  return wallTime(cohortDate) < bounds.from ? chartsText.incompleteTheRangeBeginsWithin(unit) : null
}

interface Cohorts {
  readonly cohorts: readonly { readonly cohort_date: string; readonly retention: readonly number[] }[]
  readonly averages: readonly number[]
}

/** The first period that is incomplete in every cohort that has it; the number of periods if there is none. */
export function firstOpen({ cohorts, averages }: Cohorts, grain: string, bounds: Bounds): number {
  const found = averages.findIndex((_, period) =>
    cohorts
      .filter(({ retention }) => retention.length > period)
      .every(({ cohort_date }) => isOpen(cohort_date, period, grain, bounds)),
  )
  return found === -1 ? averages.length : found
}
