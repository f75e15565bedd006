import {
  choose,
  column,
  compare,
  derive,
  descending,
  equals,
  labelledRows,
  math,
  missing,
  not,
  nothing,
  or,
  sum,
  text,
  where,
  window,
  type Expr,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { dimensioned, grouped } from './split.js'

/** True for points that are increases themselves instead of cumulative values. */
export const isDelta = equals(column('temporality'), text('delta'))

/**
 * Adds columns `previous_<name>` with the values of the previous point of the series; null at the first point in the
 * range.
 */
export function withPrevious(points: Relation, names: readonly string[]): Relation {
  const newestFirst = [descending(column('timestamp')), descending(column('seq'))]
  const columns = names.map((name) => [`previous_${name}`, { kind: 'next', value: column(name) }] as const)
  return window(points, [column('series')], newestFirst, Object.fromEntries(columns))
}

/** True if a point counts whole: it is a delta, or the cumulative column `name` dropped because the series restarted. */
export const countsWhole = (name: string): Expr =>
  or(isDelta, compare('lt', column(name), column(`previous_${name}`)))

const [value, previous] = [column('value'), column('previous_value')]

/** Increase since the previous point; null at the first point of a series in the range, which is the starting reading. */
const increase = choose(
  [
    { when: countsWhole('value'), then: value },
    { when: missing(previous), then: nothing('float') },
  ],
  math('-', value, previous),
)

/** Sum of the increases of counters, or of the signed changes of gauges, at the later point's time. */
export function summedChanges(question: Question, where_: Expr, type: 'gauge' | 'counter'): Relation {
  const points = labelledRows(question, { where: where_ })
  const change = type === 'counter' ? increase : math('-', value, previous)
  const changed = derive(withPrevious(points, ['value']), { change })
  const known = where(changed, not(missing(column('change'))))
  return grouped(question, dimensioned(question, known, points), { value: sum(column('change')) })
}
