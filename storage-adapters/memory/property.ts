import type { Cell, JsonObject, PropertyForm } from '../../contract/index.js'

/**
 * The expression `property`: a property of a JSON value in one of its forms. `text`, `number` and `boolean`
 * are null for a value of another JSON type, `label` is null for objects and arrays, `exists` is never null.
 */
export function readProperty(from: Cell, name: string, as: PropertyForm): Cell {
  const value = find(from, name)
  switch (as) {
    case 'text':
      return typeof value === 'string' ? value : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'label':
      return value === null || typeof value === 'object' ? null : String(value)
    case 'exists':
      return value !== null
  }
}

/**
 * The member of exactly this name; if it is missing or null, the value at the dotted path.
 * Example: for `a.b`, {"a.b": 1, "a": {"b": 2}} gives 1, and {"a": {"b": 2}} gives 2.
 */
const find = (from: Cell, name: string): Cell =>
  member(from, name) ?? name.split('.').reduce<Cell>((value, step) => member(value, step), from)

/** An own member of an object, or null: no inherited `constructor`, and no elements of arrays. */
function member(value: Cell, name: string): Cell {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.hasOwn(value, name) ? ((value as JsonObject)[name] ?? null) : null
}
