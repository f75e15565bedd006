import { count, missing, not, numbersOf, sum, type Expr, type Measure } from '../../contract/index.js'

/** A person's value: the number of events, or the sum of a property's numbers (null if there is none). */
export function innerMeasure(property: string | undefined): Measure {
  return property === undefined ? count() : sum(numbersOf(property))
}

/** The condition on rows that contribute to a person's value; undefined if all do. */
export const hasValue = (property: string | undefined): Expr | undefined =>
  property === undefined ? undefined : not(missing(numbersOf(property)))
