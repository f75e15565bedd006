import { Rejected } from './refused.js'
import { known } from './point.js'
import { member, number, numbers, type Tree } from './tree.js'

/** A bucket of our histograms. A type alias, because an interface is not assignable to JSON values. */
export type Bucket = Readonly<Record<'le' | 'count', number | null>>

/**
 * The finest scale stored: each bound is 2^(1/8), about 9 %, above the one before. A histogram lowers its scale as it
 * fills, so a common scale keeps its points comparable. Neighbouring buckets merge exactly: no count is ever split.
 */
const finestScale = 3
/** The limit of our histograms, less the bucket of zeros. */
const mostBuckets = 999

/**
 * The buckets of an exponential histogram by their upper bounds. Bucket `index` of scale s holds (b^index, b^(index+1)]
 * with b = 2^(2^-s) (OpenTelemetry, Metrics Data Model, ExponentialHistogram). Counts are exact. An empty bucket is
 * kept only if it is the lower end of a bucket that is not empty. Throws Rejected if the scale is not an integer.
 */
export function bucketsOf(point: Tree): readonly Bucket[] {
  const given = number(point, 'scale') ?? 0
  if (!Number.isInteger(given)) throw new Rejected('scale must be an integer')
  const [positive, negative] = [countsOf(point, 'positive'), countsOf(point, 'negative')]
  const zeros = known(point, 'zeroCount') ?? 0
  let scale = Math.min(given, finestScale)
  for (; ; scale--) {
    const buckets = boundedBuckets(
      merged(positive, given - scale),
      merged(negative, given - scale),
      { threshold: known(point, 'zeroThreshold') ?? 0, count: zeros },
      scale,
    )
    if (buckets.length <= mostBuckets) return buckets
  }
}

type Counts = ReadonlyMap<number, number>

function countsOf(point: Tree, side: 'positive' | 'negative'): Counts {
  const buckets = member(point, side)
  const offset = number(buckets, 'offset') ?? 0
  if (!Number.isInteger(offset)) throw new Rejected('offset must be an integer')
  const counts = new Map<number, number>()
  for (const [index, count] of numbers(buckets, 'bucketCounts').entries())
    if (count !== 0) counts.set(offset + index, count)
  return counts
}

/** The same counts at a scale `steps` coarser. */
function merged(counts: Counts, steps: number): Counts {
  if (steps === 0) return counts
  const result = new Map<number, number>()
  for (const [index, count] of counts) {
    const coarse = Math.floor(index / 2 ** steps)
    result.set(coarse, (result.get(coarse) ?? 0) + count)
  }
  return result
}

function boundedBuckets(
  positive: Counts,
  negative: Counts,
  zero: { readonly threshold: number; readonly count: number },
  scale: number,
): readonly Bucket[] {
  const byBound = new Map<number, number>()
  const add = (le: number, count: number): void => {
    byBound.set(le, (byBound.get(le) ?? 0) + count)
  }
  // The mirror of (b^index, b^(index+1)] is [-b^(index+1), -b^index), so a value on a bound is counted one bucket off.
  for (const [index, count] of negative) {
    add(-lowest(boundOf(index, scale)), count)
    add(-lowest(boundOf(index + 1, scale)), 0)
  }
  if (zero.count > 0) add(zero.threshold, zero.count)
  for (const [index, count] of positive) {
    add(boundOf(index, scale), 0)
    add(boundOf(index + 1, scale), count)
  }
  return [...byBound]
    .sort(([a], [b]) => a - b)
    .map(([le, count]) => ({ le: le === Infinity ? null : le || 0, count }))
}

/** Limits a bound to the largest finite number, because the negative of an infinite one cannot be stored. */
const lowest = (bound: number): number => Math.min(bound, Number.MAX_VALUE)

/** b^index; exact for integer powers of two. */
const boundOf = (index: number, scale: number): number => (index === 0 ? 1 : 2 ** (index * 2 ** -scale))
