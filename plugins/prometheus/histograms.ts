import { keyOf, lineOf, type Labels, type Line } from './point.js'
import type { Sample } from './write-request.js'

/** The buckets of one histogram at one time; Prometheus sends each bound as a series of its own. */
interface HistogramSeries {
  readonly family: string
  /** Without `le`. */
  readonly labels: Labels
  readonly key: string
  readonly timestamp: number
  /** Cumulative counts by bound, as written in `le`. */
  readonly buckets: Map<string, number>
}

/** Collects buckets into histograms. */
export interface Collected {
  add(family: string, labels: Labels, samples: readonly Sample[]): void
  /**
   * One histogram line for every complete set of buckets, and a counter line for each bucket of an incomplete one.
   * `isWhole` decides by the series' bounds whether a set is complete; `sumOf` finds the sum of the observations.
   */
  lines(
    isWhole: (key: string, bounds: readonly string[]) => boolean,
    sumOf: (sumKey: string, timestamp: number) => number | undefined,
  ): Line[]
}

/** An empty collection. */
export function collectHistograms(): Collected {
  const all = new Map<string, HistogramSeries>()
  return {
    add(family, labels, samples) {
      const rest = new Map([...labels].filter(([name]) => name !== 'le'))
      const key = keyOf(family, rest)
      for (const { value, timestamp } of samples) {
        const at = `${timestamp} ${key}`
        const parts = all.get(at) ?? {
          family,
          labels: rest,
          key,
          timestamp,
          buckets: new Map<string, number>(),
        }
        all.set(at, parts)
        parts.buckets.set(labels.get('le') ?? '', value)
      }
    },
    lines: (isWhole, sumOf) =>
      [...all.values()].flatMap((parts) => {
        const { family, labels, key, timestamp, buckets } = parts
        const whole = isWhole(key, [...buckets.keys()]) ? ownCounts(buckets) : null
        if (whole === null) return single(parts)
        const count = whole.reduce((sum, bucket) => sum + (bucket.count ?? 0), 0)
        const sum = sumOf(keyOf(`${family}_sum`, labels), timestamp) ?? null
        return [lineOf(family, 'histogram', labels, timestamp, { count, sum, buckets: whole })]
      }),
  }
}

const single = ({ family, labels, timestamp, buckets }: HistogramSeries): Line[] =>
  [...buckets].map(([le, value]) =>
    lineOf(`${family}_bucket`, 'counter', new Map([...labels, ['le', le]]), timestamp, { value }),
  )

type Bucket = Readonly<Record<'le' | 'count', number | null>>

/** Each bucket's own count. Returns null unless the buckets end with +Inf and have non-decreasing integer counts. */
function ownCounts(buckets: ReadonlyMap<string, number>): readonly Bucket[] | null {
  const running = [...buckets]
    .map(([le, count]) => ({ le: boundOf(le), count }))
    .sort((a, b) => (a.le < b.le ? -1 : 1))
  if (running.at(-1)?.le !== Infinity) return null
  const own = running.map(({ le, count }, index) => ({
    le: le === Infinity ? null : le,
    count: count - (running[index - 1]?.count ?? 0),
  }))
  const fits = own.every(({ count }) => Number.isSafeInteger(count) && count >= 0)
  const differ = running.every(({ le }, index) => !Number.isNaN(le) && le !== running[index - 1]?.le)
  return fits && differ ? own : null
}

const boundOf = (le: string): number => (le === '+Inf' ? Infinity : le.trim() === '' ? NaN : Number(le))
