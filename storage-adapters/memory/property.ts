import type { Cell, JsonObject, PropertyForm } from '../../core/contract/index.js'

/** A property of a JSON column's value, in one of its forms; `exists` is never null. */
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

/** The member of exactly this name; if there is none (or it is null), the one at the end of the dotted path. */
const find = (from: Cell, name: string): Cell =>
  member(from, name) ?? name.split('.').reduce<Cell>((value, step) => member(value, step), from)

/** Own members of objects only: no `constructor` of every object, and no elements of arrays. */
function member(value: Cell, name: string): Cell {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.hasOwn(value, name) ? ((value as JsonObject)[name] ?? null) : null
}
