import Type from 'typebox'

/** Has the length limit of event names in ingestion. */
export const eventName = Type.String({ minLength: 1, maxLength: 500, description: 'The name of the event' })
/** Has the length limit of every field name. */
export const propertyName = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'A property (`properties.plan`, or just `plan`) or a column (`country`)',
})
