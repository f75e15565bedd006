import {
  count,
  invalid,
  missing,
  not,
  resolveField,
  sum,
  type Expr,
  type Measure,
} from '../../core/contract/index.js'

/** A person's own value: its events, or the sum of a property's numbers (null if there is none). */
export function innerMeasure(property: string | undefined): Measure {
  return property === undefined ? count() : sum(numberOf(property))
}

/** The rows that give a person a value; undefined: all do. */
export const hasValue = (property: string | undefined): Expr | undefined =>
  property === undefined ? undefined : not(missing(numberOf(property)))

function numberOf(property: string): Expr {
  const field = resolveField('events', property, 'property')
  if (field.trait !== null || field.number === null)
    throw invalid('property', `${property} has no numbers: name a property of the events`)
  return field.number
}
