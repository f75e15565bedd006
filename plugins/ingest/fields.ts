import type { JsonObject, JsonValue } from '../../contract/index.js'
import { isObject, setMember } from './clean.js'
import { LineError } from './line-error.js'

/** Maximum length of event names, ids, services and sources, in UTF-16 units. */
export const maxText = 500

const noMembers: JsonObject = Object.freeze({})

/** A string; null if it is missing or blank, because clients send '' for an id they lack. Throws LineError. */
export function optionalText(item: JsonObject, name: string): string | null {
  const value = item[name]
  if (value === undefined) return null
  if (typeof value !== 'string') throw new LineError(`${name} must be a string`)
  if (value.length > maxText) throw new LineError(`${name} must not be longer than ${maxText} characters`)
  return value.trim() === '' ? null : value
}

/** A string that is not blank. Throws LineError. */
export function requiredText(item: JsonObject, name: string): string {
  const value = item[name]
  const text = typeof value === 'string' || value === undefined ? optionalText(item, name) : null
  if (text === null) throw new LineError(`${name} must be a non-empty string`)
  return text
}

/** An object; an empty one if it is missing. Throws LineError. */
export function optionalObject(item: JsonObject, name: string): JsonObject {
  const value = item[name]
  if (value === undefined) return noMembers
  if (!isObject(value)) throw new LineError(`${name} must be an object`)
  return value
}

/** The members whose names are not among `names`. */
export function without(item: JsonObject, names: ReadonlySet<string>): JsonObject {
  let rest: Record<string, JsonValue> | null = null
  for (const name in item) if (!names.has(name)) setMember((rest ??= {}), name, item[name] as JsonValue)
  return rest ?? noMembers
}
