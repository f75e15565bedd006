import {
  choose,
  column,
  compare,
  derive,
  labelledRows,
  last,
  math,
  max,
  min,
  missing,
  nothing,
  number,
  select,
  sum,
  where,
  type Expr,
  type Measure,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { countsWhole, withPrevious } from './changes.js'
import { isQuantile, levelOf, type MetricFunction } from './functions.js'
import { histogramQuantile } from './histogram-quantile.js'
import { perSecond } from './rate.js'
import { dimensioned, grouped, placeOf } from './split.js'

/** A function of the observations between consecutive points. */
export function ofHistogram(question: Question, condition: Expr, fn: MetricFunction): Relation {
  const points = labelledRows(question, { where: condition })
  const observed = observations(points)
  if (isQuantile(fn)) return histogramQuantile(question, { condition, points, observed, level: levelOf(fn) })
  const rows = dimensioned(question, observed, points)
  const of = (value: Measure): Relation => grouped(question, rows, { value })
  switch (fn) {
    case 'avg':
      return mean(question, rows)
    case 'sum':
      return of(sum(column('observed_sum')))
    case 'count':
      return of(sum(column('observed')))
    case 'rate':
      return perSecond(question, of(sum(column('observed'))))
    case 'min':
      return of(min(column('min')))
    case 'max':
      return of(max(column('max')))
    case 'last':
      return of(
        last(math('/', column('observed_sum'), column('observed')), column('timestamp'), column('seq')),
      )
  }
}

/**
 * The points with new observations since the previous point. Adds their number `observed`, their sum `observed_sum`
 * (null if no sum was sent), and whether the point counts `whole`.
 */
function observations(points: Relation): Relation {
  const beside = derive(withPrevious(points, ['count', 'sum', 'seq']), { whole: countsWhole('count') })
  const since = (name: string): Expr => {
    const [value, previous] = [column(name), column(`previous_${name}`)]
    return choose([{ when: column('whole'), then: value }], math('-', value, previous))
  }
  const counted = derive(beside, { observed: since('count'), observed_sum: since('sum') })
  return where(counted, compare('gt', column('observed'), number(0)))
}

/** Mean over the observations of points that sent a sum. */
function mean(question: Question, rows: Relation): Relation {
  const unknown = missing(column('observed_sum'))
  const summed = choose([{ when: unknown, then: nothing('float') }], column('observed'))
  const parts = grouped(question, rows, { total: sum(column('observed_sum')), observations: sum(summed) })
  const value = math('/', column('total'), column('observations'))
  return select(parts, { ...placeOf(question), value })
}
