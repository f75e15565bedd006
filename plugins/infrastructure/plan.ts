import {
  aggregate,
  and,
  column,
  derive,
  equals,
  join,
  labelledRows,
  last,
  metricTypes,
  missing,
  not,
  select,
  text,
  union,
  where,
  type Expr,
  type MetricType,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { byValue } from './by-value.js'
import { summedChanges } from './changes.js'
import type { MetricFunction } from './functions.js'
import { ofHistogram } from './histogram.js'
import { perSecond } from './rate.js'
import { placeOf } from './split.js'

/**
 * The series of a function of a metric. Its meaning depends on the type of the points, which is unknown until they are
 * read. The plan therefore computes it for every type and keeps the result for the type of the latest point.
 */
export function infrastructure(question: Question, name: string, fn: MetricFunction): Relation {
  const named = equals(column('name'), text(name))
  const answers = metricTypes.map((type) => {
    const condition = and(named, equals(column('type'), text(type)))
    const values = valuesOf(question, condition, fn, type)
    return select(derive(values, { type: text(type) }), { ...shown(question), type: column('type') })
  })
  const points = labelledRows({ ...question, breakdown: null }, { where: named })
  const latest = aggregate(
    points,
    {},
    { latest_type: last(column('type'), column('timestamp'), column('seq')) },
  )
  const ofLatest = join('inner', union(...answers), latest, [{ left: 'type', right: 'latest_type' }])
  return select(where(ofLatest, not(missing(column('value')))), shown(question))
}

const shown = (question: Question): Readonly<Record<string, Expr>> => ({
  ...placeOf(question),
  value: column('value'),
})

function valuesOf(question: Question, condition: Expr, fn: MetricFunction, type: MetricType): Relation {
  if (type === 'histogram') return ofHistogram(question, condition, fn)
  if (fn === 'rate') return perSecond(question, summedChanges(question, condition, type))
  if (fn === 'sum' && type === 'counter') return summedChanges(question, condition, type)
  return byValue(question, condition, fn)
}
