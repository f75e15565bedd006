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
} from '../../core/contract/index.js'
import { dimensioned, grouped } from './split.js'

export const isDelta = equals(column('temporality'), text('delta'))

/**
 * Every point beside the one before it in its series, whose columns of these names stand under `previous_<name>`; null
 * at the first point of the range.
 */
export function withPrevious(points: Relation, names: readonly string[]): Relation {
  const newestFirst = [descending(column('timestamp')), descending(column('seq'))]
  const columns = names.map((name) => [`previous_${name}`, { kind: 'next', value: column(name) }] as const)
  return window(points, [column('series')], newestFirst, Object.fromEntries(columns))
}

/** A point counts whole if it is a delta, or if what only grows has become less: then the series began anew. */
export const countsWhole = (name: string): Expr =>
  or(isDelta, compare('lt', column(name), column(`previous_${name}`)))

const [value, previous] = [column('value'), column('previous_value')]

/** What came in between two points; the first point of a series in the range is the starting reading and adds nothing. */
const increase = choose(
  [
    { when: countsWhole('value'), then: value },
    { when: missing(previous), then: nothing('float') },
  ],
  math('-', value, previous),
)

/** The sum of the increases of counters, or of the signed changes of gauges, by the later point's time. */
export function summedChanges(question: Question, where_: Expr, type: 'gauge' | 'counter'): Relation {
  const points = labelledRows(question, { where: where_ })
  const change = type === 'counter' ? increase : math('-', value, previous)
  const changed = derive(withPrevious(points, ['value']), { change })
  const known = where(changed, not(missing(column('change'))))
  return grouped(question, dimensioned(question, known, points), { value: sum(column('change')) })
}
