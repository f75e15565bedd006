import { bucketsOf } from './exponential.js'
import { known, lineMaker, type Series } from './point.js'
import { Refused } from './refused.js'
import type { Line } from './translated.js'
import { numbers, type Tree } from './tree.js'

/** A point of a histogram with bounds of its own; each count is the bucket's own. */
export function histogramPoint(point: Tree, series: Series): readonly Line[] {
  const counts = numbers(point, 'bucketCounts')
  const bounds = numbers(point, 'explicitBounds')
  if (counts.length > 0 && counts.length !== bounds.length + 1)
    throw new Refused('a histogram has one bucket more than bounds')
  const buckets = counts.map((count, index) => ({ le: bounds[index] ?? null, count }))
  return [lineMaker(point, series)('histogram', { ...measures(point), buckets })]
}

/** A point of an exponential histogram, with its buckets' bounds written out. */
export function exponentialPoint(point: Tree, series: Series): readonly Line[] {
  return [lineMaker(point, series)('histogram', { ...measures(point), buckets: bucketsOf(point) })]
}

/** A point that observed nothing has no extremes, whatever it says of them. */
function measures(point: Tree): Line {
  const count = known(point, 'count') ?? 0
  const extremes = count > 0 ? { min: known(point, 'min'), max: known(point, 'max') } : {}
  return { count, sum: known(point, 'sum'), ...extremes }
}
