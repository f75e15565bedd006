import { known, lineMaker, type Series } from './point.js'
import { Rejected } from './refused.js'
import type { Line } from './translated.js'
import { list, number, type Tree } from './tree.js'

const mostQuantiles = 100

/** A gauge for each quantile, with the label `quantile`, and counters for count and sum. Throws Rejected. */
export function summaryPoint(point: Tree, series: Series): readonly Line[] {
  const line = lineMaker(point, series)
  const quantiles = list(point, 'quantileValues')
  if (quantiles.length > mostQuantiles)
    throw new Rejected(`quantileValues must not have more than ${mostQuantiles} items`)
  const [count, sum] = [known(point, 'count') ?? 0, known(point, 'sum') ?? 0]
  return [
    ...quantiles.flatMap((one) => {
      const value = number(one, 'value') ?? 0
      const labels = { quantile: String(number(one, 'quantile') ?? 0) }
      return Number.isNaN(value) ? [] : [line('gauge', { value }, { labels })]
    }),
    line('counter', { value: count }, { name: `${series.name}_count` }),
    line('counter', { value: sum }, { name: `${series.name}_sum` }),
  ]
}
