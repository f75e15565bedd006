import type { TSchema } from 'typebox'
import { nestedSchemas } from '../contract/index.js'

/**
 * Closes every object schema that lists its members and does not set `additionalProperties` itself: an
 * unknown field is rejected, not ignored. The branches of an allOf stay open, because none of them knows all
 * members.
 */
export const closeSchema = (schema: TSchema): TSchema => close(schema)

function close(schema: object): object {
  const closed = nestedSchemas(schema, (inner, { inAllOf }) => (inAllOf ? inner : close(inner)))
  const open =
    'properties' in closed && !('additionalProperties' in closed) && !('patternProperties' in closed)
  return open ? { ...closed, additionalProperties: false } : closed
}
