import type { JsonObject, JsonValue, PropertyType } from '../../contract/index.js'

/** Longer values, in UTF-16 units, do not become examples. */
const longestExample = 100

/**
 * Calls `visit` for each value that is neither an object nor null, with the name by which questions reach it. Values that
 * they cannot reach (under an empty name, or a name with a dot inside an object) are skipped. If two values have the same
 * name, as in `{"a.b": 1, "a": {"b": 2}}`, questions read the one at the top, and the other is `hidden`.
 */
export function eachName(
  object: JsonObject,
  visit: (name: string, value: Exclude<JsonValue, null>, hidden: boolean) => void,
  above = '',
  top = object,
): void {
  // No list of the keys is made: this runs for every object of every row.
  for (const key in object) {
    if (key === '') continue
    const value = object[key]
    if (value === null || value === undefined) continue
    const isParent = typeof value === 'object' && !Array.isArray(value)
    if (above === '' && !isParent) {
      visit(key, value as Exclude<JsonValue, null>, false)
      continue
    }
    if (key.includes('.')) continue
    const name = above === '' ? key : `${above}.${key}`
    if (isParent) eachName(value as JsonObject, visit, name, top)
    else visit(name, value as Exclude<JsonValue, null>, has(top, name))
  }
}

const has = (object: JsonObject, name: string): boolean =>
  Object.hasOwn(object, name) && object[name] !== null

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

/** Returns the value as an example, or null for arrays and long values. */
export const exampleOf = (value: Exclude<JsonValue, null>): string | null =>
  typeof value === 'object' || String(value).length > longestExample ? null : String(value)

/** Returns the value as lists and breakdowns show it, or null for arrays, which they do not show. */
export const labelOf = (value: Exclude<JsonValue, null>): string | null =>
  typeof value === 'object' ? null : String(value)
