import { lineMaker, type Series } from './point.js'
import { Refused } from './refused.js'
import type { Line } from './translated.js'
import { number, type Tree } from './tree.js'

/**
 * A point of a gauge or a sum. A sum that only grows is a counter; any other is a gauge, so that a delta one is a gauge of
 * changes. NaN is no value.
 */
export function numberPoint(point: Tree, series: Series): readonly Line[] {
  const value = number(point, 'asInt') ?? number(point, 'asDouble')
  if (value === null) throw new Refused('the data point has no value')
  if (Number.isNaN(value)) return []
  return [lineMaker(point, series)(series.monotonic ? 'counter' : 'gauge', { value })]
}
