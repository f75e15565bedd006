import type { Grain, Interval, Question } from '../../contract/index.js'

const dayMs = 86_400_000

/** The numerator's period. */
export interface Numerator {
  /** In milliseconds. */
  readonly length: number
  /** Granularities of buckets longer than the period; their value is the mean over their days. */
  readonly coarse: ReadonlySet<Grain>
}

/** The intervals whose persons a bucket's value compares. */
export interface BucketWindows {
  /** The numerator's intervals: one, or one for each day of the bucket. Intervals that end before 1970 are left out. */
  readonly recent: readonly Interval[]
  /** The number of intervals that the mean divides by, including those left out. */
  readonly size: number
  /** The denominator's interval. */
  readonly whole: Interval
}

/** The windows of each bucket; none ends after now. */
export function windowsOf(question: Question, { length, coarse }: Numerator): readonly BucketWindows[] {
  const { edges, grain, now } = question
  const ends = coarse.has(grain) ? endsOfDays(question) : null
  return edges.slice(1).map((edge, bucket) => {
    const from = edges[bucket] ?? edge
    const to = Math.min(edge, now + 1)
    const periods = (ends?.[bucket] ?? [to]).map((end) => ({ from: end - length, to: end }))
    return {
      // No stored event is older than 1970.
      recent: periods.filter((period) => period.to > 0),
      size: periods.length,
      whole: grain === 'monthly' ? { from, to } : { from: to - 30 * dayMs, to },
    }
  })
}

/** The ends of the local days of each bucket. A day belongs to one bucket, because buckets this long start with a day. */
function endsOfDays({ edges, days, now }: Question): readonly (readonly number[])[] {
  const ends = edges.slice(1).map((): number[] => [])
  let bucket = 0
  for (const end of days.slice(1)) {
    while (end > (edges[bucket + 1] ?? Infinity)) bucket++
    ends[bucket]?.push(Math.min(end, now + 1))
  }
  return ends
}

/** The smallest interval that contains all windows. */
export const around = (windows: readonly Interval[]): Interval => ({
  from: windows.reduce((least, { from }) => Math.min(least, from), Infinity),
  to: windows.reduce((most, { to }) => Math.max(most, to), -Infinity),
})
