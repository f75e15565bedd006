import { count, invalid, resolveField, sum, type Measure } from '../../core/contract/index.js'

/** A person's own value: its events, or the sum of a property's numbers (null if there is none). */
export function innerMeasure(property: string | undefined): Measure {
  if (property === undefined) return count()
  const field = resolveField('events', property, 'property')
  if (field.trait !== null || field.number === null)
    throw invalid('property', `${property} has no numbers: name a property of the events`)
  return sum(field.number)
}
