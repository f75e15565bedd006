import { bucketsOf } from './exponential.js'
import { known, lineMaker, type Series } from './point.js'
import { Rejected } from './refused.js'
import type { Line } from './translated.js'
import { numbers, type Tree } from './tree.js'

/** A point of a histogram with explicit bounds; bucket counts are not cumulative. Throws Rejected. */
export function histogramPoint(point: Tree, series: Series): readonly Line[] {
  const counts = numbers(point, 'bucketCounts')
  const bounds = numbers(point, 'explicitBounds')
  if (counts.length > 0 && counts.length !== bounds.length + 1)
    throw new Rejected('bucketCounts must have one item more than explicitBounds')
  const buckets = counts.map((count, index) => ({ le: bounds[index] ?? null, count }))
  return [lineMaker(point, series)('histogram', { ...measures(point), buckets })]
}

/** A point of an exponential histogram, with explicit bounds. Throws Rejected. */
export function exponentialPoint(point: Tree, series: Series): readonly Line[] {
  return [lineMaker(point, series)('histogram', { ...measures(point), buckets: bucketsOf(point) })]
}

/** Count, sum and extremes of a point; `min` and `max` of a point without observations are ignored. */
function measures(point: Tree): Line {
  const count = known(point, 'count') ?? 0
  const extremes = count > 0 ? { min: known(point, 'min'), max: known(point, 'max') } : {}
  return { count, sum: known(point, 'sum'), ...extremes }
}
