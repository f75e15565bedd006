import type { Grain, Interval, Question } from '../../core/contract/index.js'

const dayMs = 86_400_000

export interface Numerator {
  readonly length: number
  /** Buckets longer than the numerator's period: the mean over their days. */
  readonly coarse: ReadonlySet<Grain>
}

/** The times whose persons a bucket's value compares. */
export interface BucketWindows {
  /** Those of the numerator that events can lie in: one, or one for each day of the bucket. */
  readonly recent: readonly Interval[]
  /** How many the mean is over. */
  readonly size: number
  readonly whole: Interval
}

/** For each bucket; all end at the latest with now. */
export function windowsOf(question: Question, { length, coarse }: Numerator): readonly BucketWindows[] {
  const { edges, grain, now } = question
  const ends = coarse.has(grain) ? endsOfDays(question) : null
  return edges.slice(1).map((edge, bucket) => {
    const from = edges[bucket] ?? edge
    const to = Math.min(edge, now + 1)
    const periods = (ends?.[bucket] ?? [to]).map((end) => ({ from: end - length, to: end }))
    return {
      // Nothing is stored from before 1970.
      recent: periods.filter((period) => period.to > 0),
      size: periods.length,
      whole: grain === 'monthly' ? { from, to } : { from: to - 30 * dayMs, to },
    }
  })
}

/** The ends of the local days of each bucket; a day belongs to one, for buckets that long begin with a day. */
function endsOfDays({ edges, days, now }: Question): readonly (readonly number[])[] {
  const ends = edges.slice(1).map((): number[] => [])
  let bucket = 0
  for (const end of days.slice(1)) {
    while (end > (edges[bucket + 1] ?? Infinity)) bucket++
    ends[bucket]?.push(Math.min(end, now + 1))
  }
  return ends
}

/** The least interval that holds all of them. */
export const around = (windows: readonly Interval[]): Interval => ({
  from: windows.reduce((least, { from }) => Math.min(least, from), Infinity),
  to: windows.reduce((most, { to }) => Math.max(most, to), -Infinity),
})
