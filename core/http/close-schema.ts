import type { TSchema } from 'typebox'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose value is a record of schemas, a list of schemas, or one schema. */
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const listed: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'prefixItems'])
const single: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not'])

/**
 * Closes every object schema that lists its members and does not set `additionalProperties` itself: an
 * unknown field is rejected, not ignored. The branches of an allOf stay open, because none of them knows all
 * members.
 */
export function closeSchema(schema: TSchema): TSchema {
  return close(schema) as TSchema
}

function close(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, closeKeyword(keyword, value)])
  const closed = Object.fromEntries(entries) as Json
  const open =
    'properties' in closed && !('additionalProperties' in closed) && !('patternProperties' in closed)
  return open ? { ...closed, additionalProperties: false } : closed
}

function closeKeyword(keyword: string, value: unknown): unknown {
  if (named.has(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, close(inner)]))
  if (listed.has(keyword) && Array.isArray(value)) return value.map(close)
  return single.has(keyword) ? close(value) : value
}
