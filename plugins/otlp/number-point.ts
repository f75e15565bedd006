import { lineMaker, type Series } from './point.js'
import { Rejected } from './refused.js'
import type { Line } from './translated.js'
import { number, type Tree } from './tree.js'

/**
 * A point of a gauge or a sum. A monotonic sum is a counter; any other sum is a gauge, a delta sum a gauge of changes.
 * NaN gives no line. Throws Rejected if there is no value.
 */
export function numberPoint(point: Tree, series: Series): readonly Line[] {
  const value = number(point, 'asInt') ?? number(point, 'asDouble')
  if (value === null) throw new Rejected('the data point must have a value')
  if (Number.isNaN(value)) return []
  return [lineMaker(point, series)(series.monotonic ? 'counter' : 'gauge', { value })]
}
