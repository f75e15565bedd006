import type { Expr, Measure } from '../../../contract/index.js'
import { resolved } from './nodes.js'

/** Whether the expression is the column `person`. */
export const isPerson = (expr: Expr | undefined): boolean => expr?.kind === 'column' && expr.name === 'person'

/** Whether the measure is the number of distinct persons. */
export const countsPersons = (measure: Measure): boolean =>
  measure.kind === 'count-distinct' && isPerson(measure.value)

/** A first or last value. */
export type End = Extract<Measure, { kind: 'first' | 'last' }>
/** Whether the measure is a first or last value. */
export const isEnd = (measure: Measure): measure is End => measure.kind === 'first' || measure.kind === 'last'

/** Whether the order has no nulls: it reads only `timestamp` and `seq`, which are never null. */
export const isPlaced = ({ order }: End): boolean =>
  order.every((expr) => expr.kind === 'column' && (expr.name === 'timestamp' || expr.name === 'seq'))

/**
 * Whether the measure is the first or last `person` or `user_id`, which are equal in all rows of a person.
 */
const isOfPerson = (measure: Measure): boolean =>
  isEnd(measure) && isPlaced(measure) && measure.value.kind === 'column' && resolved.has(measure.value.name)

/**
 * Whether the measure is computed from resolved persons alone, so that the partial aggregate by device leaves
 * it out. `by`: the names of the grouping keys that are the person.
 */
export const isLate = (measure: Measure, by: readonly string[]): boolean =>
  countsPersons(measure) || (by.length > 0 && isOfPerson(measure))
