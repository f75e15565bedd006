import type { JsonObject, JsonValue, PropertyType } from '../../core/contract/index.js'

/** Longer values are no examples. */
const longestExample = 100

/**
 * Calls `visit` for each value that is no object and not null, with the name by which questions reach it: those that
 * they cannot reach (a name with a dot inside an object, an empty name) are left out.
 */
export function eachName(
  object: JsonObject,
  visit: (name: string, value: Exclude<JsonValue, null>) => void,
  above = '',
): void {
  for (const key of Object.keys(object)) {
    if (key === '') continue
    const dotted = key.includes('.')
    if (dotted && above !== '') continue
    const value = object[key]
    if (value === null || value === undefined) continue
    const name = above === '' ? key : `${above}.${key}`
    if (typeof value !== 'object' || Array.isArray(value)) visit(name, value)
    else if (!dotted) eachName(value as JsonObject, visit, name)
  }
}

export function typeOfValue(value: Exclude<JsonValue, null>): PropertyType {
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'array'
  }
}

export const exampleOf = (value: Exclude<JsonValue, null>): string | null =>
  typeof value === 'object' || String(value).length > longestExample ? null : String(value)
