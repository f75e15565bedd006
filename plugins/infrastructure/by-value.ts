import {
  avg,
  column,
  last,
  literal,
  max,
  min,
  quantile,
  series,
  sum,
  type Expr,
  type Measure,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { isQuantile, levelOf, type MetricFunction } from './functions.js'

const value = column('value')

/** A function of the values as sent, without increases. */
export const byValue = (question: Question, where: Expr, fn: Exclude<MetricFunction, 'rate'>): Relation =>
  series(question, measureOf(fn), { where })

function measureOf(fn: Exclude<MetricFunction, 'rate'>): Measure {
  if (isQuantile(fn)) return quantile(value, levelOf(fn))
  switch (fn) {
    case 'avg':
      return avg(value)
    case 'sum':
      return sum(value)
    case 'min':
      return min(value)
    case 'max':
      return max(value)
    case 'last':
      return last(value, column('timestamp'), column('seq'))
    case 'count':
      // A float, like the values of the other functions.
      return sum(literal(1, 'float'))
  }
}
