import { daysOf, timesOf } from '../question/period.js'
import type { WeekStart } from '../api/types.js'
import { wallTime } from './format.js'
import { grainUnit } from './options.js'
import { chartsText } from '../text/charts.js'

/** Times of the wall clock of the query, in milliseconds; half-open. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A bucket that is cut short: the range begins or ends in it, or it is not over yet. */
export interface Cut {
  readonly index: number
  readonly why: 'begins' | 'ends' | 'now'
}

const hour = 3_600_000
const day = 24 * hour

/** The width of the buckets by the distance of their dates; '' for a single one. */
export function grainOfDates(dates: readonly string[]): string {
  const gaps = dates.slice(1).map((date, index) => wallTime(date) - wallTime(dates[index] ?? date))
  const least = Math.min(...gaps.filter((gap) => gap > 0))
  if (!Number.isFinite(least)) return ''
  if (least < hour) return 'minute'
  if (least < day) return 'hourly'
  if (least < 7 * day) return 'daily'
  if (least < 28 * day) return 'weekly'
  if (least < 89 * day) return 'monthly'
  return least < 365 * day ? 'quarterly' : 'yearly'
}

const widths: Readonly<Record<string, number>> = { minute: 60_000, hourly: hour, daily: day, weekly: 7 * day }
const months: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The end of the bucket that begins at this wall time; `grain` is a granularity of the API. */
export function bucketEnd(start: number, grain: string): number {
  const count = months[grain]
  if (count === undefined) return start + (widths[grain] ?? day)
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)
}

/** The wall times that a range covers; null if it is not known here. */
export function spanOf(range: string, now: number, weekStart: WeekStart): Span | null {
  const [, hours] = /^([1-9]\d{0,6})h$/.exec(range) ?? []
  if (hours !== undefined) return { from: now - Number(hours) * hour, to: now }
  const times = timesOf(range)
  if (times !== null) return { from: Date.parse(`${times.from}Z`), to: Date.parse(`${times.to}Z`) }
  const days = daysOf(range, new Date(now).toISOString().slice(0, 10), weekStart)
  return days === null ? null : { from: wallTime(days.from), to: wallTime(days.to) + day }
}

/** The buckets that are cut short; `now` is the wall time of the query. */
export function cutBuckets(
  dates: readonly string[],
  { grain, span, now }: { readonly grain: string; readonly span: Span | null; readonly now: number },
): readonly Cut[] {
  const width = grain === '' ? grainOfDates(dates) : grain
  return dates.flatMap((date, index): readonly Cut[] => {
    const start = wallTime(date)
    const end = bucketEnd(start, width)
    if (end > now) return [{ index, why: 'now' }]
    if (span !== null && end > span.to) return [{ index, why: 'ends' }]
    return span !== null && start < span.from ? [{ index, why: 'begins' }] : []
  })
}

/** A sentence on the buckets that are cut short; null if there are none. */
export function cutNote(cuts: readonly Cut[], grain: string): string | null {
  const unit = grainUnit(grain)
  const has = (why: Cut['why']): boolean => cuts.some((cut) => cut.why === why)
  const parts = [
    ...(has('begins') ? [chartsText.theRangeBeginsWithinTheFirst(unit)] : []),
    ...(has('ends') ? [chartsText.theRangeEndsWithinTheLast(unit)] : []),
    ...(has('now') ? [chartsText.theLastUnitIsNotOver(unit)] : []),
  ]
  return parts.length === 0 ? null : chartsText.stripedBuckets(parts)
}
