import type { Expr, Measure } from '../../../core/contract/index.js'
import { resolved } from './nodes.js'

/** Which measures ask only for the resolved persons, so that an aggregate by device need not hold them. */

export const isPerson = (expr: Expr | undefined): boolean => expr?.kind === 'column' && expr.name === 'person'

export const countsPersons = (measure: Measure): boolean =>
  measure.kind === 'count-distinct' && isPerson(measure.value)

type End = Extract<Measure, { kind: 'first' | 'last' }>
export const isEnd = (measure: Measure): measure is End => measure.kind === 'first' || measure.kind === 'last'

/** Whether each row has its place in the order: times and numbers of rows are never null. */
export const isPlaced = ({ order }: End): boolean =>
  order.every((expr) => expr.kind === 'column' && (expr.name === 'timestamp' || expr.name === 'seq'))

/** What all rows of one person have in common, and only a resolved person tells. */
const isOfPerson = (measure: Measure): boolean =>
  isEnd(measure) && isPlaced(measure) && measure.value.kind === 'column' && resolved.has(measure.value.name)

/** Whether the measure asks the resolved persons and nothing of the rows. */
export const isLate = (measure: Measure, by: readonly string[]): boolean =>
  countsPersons(measure) || (by.length > 0 && isOfPerson(measure))
