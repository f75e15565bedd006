import { invalid } from './errors.js'

/** Bodies that have been read: a key that stands in the body is looked for before the handler reads the rest. */
const read = new WeakMap<Uint8Array, unknown>()

const text = new TextDecoder('utf-8', { fatal: true })

/** The JSON of a request's bytes, whatever its label said; a byte order mark is no part of it. Throws VALIDATION_ERROR. */
export function jsonOf(body: Uint8Array): unknown {
  if (!read.has(body)) read.set(body, parse(body))
  return read.get(body)
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(text.decode(body))
  } catch {
    throw invalid('body', 'the body is not valid JSON')
  }
}

/** A member of a JSON object; undefined if this is none, or has none of its own by that name. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

const largest = 1024 * 1024

/** Whether an item of this body is over 1 MB: what is measured only where the body as a whole is. */
export function isOversize(item: unknown, body: Uint8Array): boolean {
  if (body.length <= largest) return false
  try {
    return Buffer.byteLength(JSON.stringify(item)) > largest
  } catch {
    // Nested deeper than the stack: refused for that where it is stored.
    return false
  }
}
