import { wallTime } from './format.js'
import { bucketEnd, grainOfDates, type Span } from './incomplete.js'

const dayMs = 86_400_000

/**
 * The range of the buckets from `first` to `last`: dates if it consists of whole days, else times of the query's clocks.
 * If the view's own range cuts a bucket short, what lies outside of it is left out.
 */
export function zoomRange(
  dates: readonly string[],
  first: number,
  last: number,
  within: Span | null,
): string {
  const [start = 0, lastStart = 0] = [dates[first], dates[last]].map((date) => wallTime(date ?? ''))
  const end = bucketEnd(lastStart, grainOfDates(dates))
  const isInside = within === null || within.from >= end || within.to <= start
  const from = isInside ? start : Math.max(start, within.from)
  const to = isInside ? end : Math.min(end, within.to)
  return from % dayMs === 0 && to % dayMs === 0
    ? `${textOf(from, 10)},${textOf(to - dayMs, 10)}`
    : `${textOf(from, 16)},${textOf(to, 16)}`
}

const textOf = (time: number, length: number): string => new Date(time).toISOString().slice(0, length)

/** The zoom of a view in its address: the range that was chosen in the chart, and the one before. */
export const zoomText = (chosen: string, before: string): string => `${chosen}~${before}`

/** The range before the zoom; null if the view's range is another than the one chosen in the chart. */
export function rangeBefore(text: string | null, range: string): string | null {
  const [chosen = '', before = ''] = (text ?? '').split('~')
  return before !== '' && chosen === range ? before : null
}
