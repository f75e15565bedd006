import Type from 'typebox'

export const eventName = Type.String({ minLength: 1, maxLength: 500, description: 'the name of the event' })
/** As long as any other field's name. */
export const propertyName = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'a property (`properties.plan`, or just `plan`) or a column (`country`)',
})
