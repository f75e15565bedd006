import type { JsonObject, JsonValue } from '../../contract/index.js'
import { LineError } from './line-error.js'

/** Deepest nesting of an item; the item itself is the first level. */
export const maxDepth = 32

/**
 * Cleans a parsed JSON item for storage: NUL and lone surrogates in strings and names become U+FFFD, members that are
 * null or {} are dropped, -0 becomes 0. Arrays keep their length: null and {} stay inside them.
 * Throws LineError if the item is not an object, is nested over 32 levels (the item itself is the first), or has an
 * empty member name or a number too large for a double.
 * @param isPlain whether its strings are known to be clean: those of valid JSON without an escape such as "\\u0000" are
 */
export function cleanItem(item: unknown, isPlain = false): JsonObject {
  if (!isObject(item)) throw new LineError('the item must be a JSON object')
  return isClean(item, 1, isPlain) ? item : cleanObject(item, 1, isPlain ? sameText : cleanText)
}

/**
 * Whether an object has nothing to clean or to reject. That is the usual case, and finding it allocates nothing. False
 * only means that cleaning has to look closer, as at every array.
 */
function isClean(object: JsonObject, depth: number, isPlain: boolean): boolean {
  if (depth > maxDepth) return false
  for (const name in object) {
    const member = object[name]
    if (name === '' || !(isPlain || cleanText(name) === name)) return false
    if (typeof member === 'string') {
      if (!isPlain && cleanText(member) !== member) return false
    } else if (typeof member === 'number') {
      if (!Number.isFinite(member) || isMinusZero(member)) return false
    } else if (typeof member !== 'boolean') {
      if (!isObject(member) || isEmpty(member) || !isClean(member, depth + 1, isPlain)) return false
    }
  }
  return true
}

type CleanText = (text: string) => string
const sameText: CleanText = (text) => text

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True if the object has no own enumerable member. */
export function isEmpty(object: JsonObject): boolean {
  for (const name in object) if (Object.hasOwn(object, name)) return false
  return true
}

/** Replaces NUL and lone surrogates by U+FFFD. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}

/** Sets a member of any name; assigning to `__proto__` would set the prototype instead. */
export function setMember(target: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else target[name] = value
}

/** The object itself if there is nothing to clean, which is the usual case; otherwise a copy. */
function cleanObject(object: JsonObject, depth: number, textOf: CleanText): JsonObject {
  if (depth > maxDepth) throw new LineError(`the item must not be nested deeper than ${maxDepth} levels`)
  let copy: Record<string, JsonValue> | null = null
  const names = Object.keys(object)
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? ''
    if (name === '') throw new LineError('member names must not be empty')
    const member = object[name] as JsonValue
    const value = member === null ? null : cleanValue(member, depth + 1, textOf)
    const kept = value !== null && !(isObject(value) && isEmpty(value))
    const clean = textOf(name)
    if (kept && value === member && clean === name && !isMinusZero(member)) {
      if (copy !== null) setMember(copy, name, value)
      continue
    }
    copy ??= firstMembers(object, names, index)
    if (kept) setMember(copy, clean, value)
  }
  return copy ?? object
}

/** A copy of the members before the first one that must change. */
function firstMembers(object: JsonObject, names: readonly string[], end: number): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {}
  for (const name of names.slice(0, end)) setMember(copy, name, object[name] as JsonValue)
  return copy
}

const isMinusZero = (value: JsonValue): boolean => Object.is(value, -0)

function cleanValue(value: JsonValue, depth: number, textOf: CleanText): JsonValue {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new LineError('numbers must not be too large for a double')
    return value === 0 ? 0 : value
  }
  if (typeof value === 'boolean' || value === null) return value
  return isObject(value) ? cleanObject(value, depth, textOf) : cleanArray(value, depth, textOf)
}

function cleanArray(values: readonly JsonValue[], depth: number, textOf: CleanText): readonly JsonValue[] {
  if (depth > maxDepth) throw new LineError(`the item must not be nested deeper than ${maxDepth} levels`)
  const cleaned = values.map((value) => cleanValue(value, depth + 1, textOf))
  return cleaned.every((value, index) => Object.is(value, values[index])) ? values : cleaned
}
