import type { JsonObject, JsonValue } from '../../core/contract/index.js'
import { LineError } from './line-error.js'

export const maxDepth = 32

/**
 * A parsed JSON item as storage wants it: texts and names without NUL and lone surrogates (each becomes U+FFFD), no
 * null members, no empty objects as members, no -0. Arrays keep their length: null and {} stay inside them.
 * Throws LineError on anything but an object, on nesting over 32 levels (the item itself is the first), on an
 * empty member name and on a number that is too large for a double.
 */
export function cleanItem(item: unknown): JsonObject {
  if (!isObject(item)) throw new LineError('an item must be a JSON object')
  return cleanObject(item, 1)
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0

export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}

/** Sets a member whatever its name: assigning to `__proto__` would set the prototype instead. */
export function setMember(target: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else target[name] = value
}

function cleanObject(object: JsonObject, depth: number): JsonObject {
  if (depth > maxDepth) throw new LineError(`the item is nested deeper than ${maxDepth} levels`)
  const result: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(object)) {
    if (name === '') throw new LineError('a property name must not be empty')
    if (member === null) continue
    const value = cleanValue(member, depth + 1)
    if (isObject(value) && isEmpty(value)) continue
    setMember(result, cleanText(name), value)
  }
  return result
}

function cleanValue(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new LineError('a number is too large')
    return value === 0 ? 0 : value
  }
  if (typeof value === 'boolean' || value === null) return value
  return isObject(value) ? cleanObject(value, depth) : cleanArray(value, depth)
}

function cleanArray(values: readonly JsonValue[], depth: number): readonly JsonValue[] {
  if (depth > maxDepth) throw new LineError(`the item is nested deeper than ${maxDepth} levels`)
  return values.map((value) => cleanValue(value, depth + 1))
}
