import Type from 'typebox'

export const eventName = Type.String({ minLength: 1, maxLength: 500, description: 'the name of the event' })
export const propertyName = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'a property (`properties.plan`, or just `plan`) or a column (`country`)',
})
