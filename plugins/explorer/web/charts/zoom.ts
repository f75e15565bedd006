import type { Days } from '../question/period.js'
import { wallTime } from './format.js'
import { bucketEnd, grainOfDates } from './incomplete.js'

/**
 * The range of the buckets from `first` to `last`, in whole days: the service has no shorter ranges of a past day.
 * If the view's own range cuts a bucket short, the days outside of it are left out.
 */
export function zoomRange(
  dates: readonly string[],
  first: number,
  last: number,
  within: Days | null,
): string {
  const [from = '', start = ''] = [dates[first], dates[last]].map((date) => date?.slice(0, 10))
  const end = bucketEnd(wallTime(dates[last] ?? start), grainOfDates(dates))
  const to = new Date(end - 1).toISOString().slice(0, 10)
  return within === null || within.from > to || within.to < from
    ? `${from},${to}`
    : `${from < within.from ? within.from : from},${to > within.to ? within.to : to}`
}

/** The zoom of a view in its address: the range that was chosen in the chart, and the one before. */
export const zoomText = (chosen: string, before: string): string => `${chosen}~${before}`

/** The range before the zoom; null if the view's range is another than the one chosen in the chart. */
export function rangeBefore(text: string | null, range: string): string | null {
  const [chosen = '', before = ''] = (text ?? '').split('~')
  return before !== '' && chosen === range ? before : null
}
