import { usualZone, weekStart } from '../question/calendar.js'
import { wallTimeIn } from '../question/zone-time.js'
import { cutBuckets, grainOfDates, spanOf, type Cut } from './incomplete.js'

/** The query of a chart, as far as its view knows it. */
export interface Asked {
  readonly range?: string
  /** '' or absent is the workspace's. */
  readonly timezone?: string
}

export interface Known {
  readonly cuts: readonly Cut[]
  /** A granularity of the API; '' if a single bucket does not tell it. */
  readonly grain: string
  readonly zone: string
}

/** The buckets of a chart that are incomplete now, with the width of its buckets and its time zone. */
export function knownTimes(dates: readonly string[], { range = '', timezone = '' }: Asked): Known {
  const zone = timezone === '' ? usualZone() : timezone
  const now = wallTimeIn(Date.now(), zone)
  const grain = grainOfDates(dates)
  return { zone, grain, cuts: cutBuckets(dates, { grain, now, span: spanOf(range, now, weekStart()) }) }
}
