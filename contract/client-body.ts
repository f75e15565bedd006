import { invalid } from './errors.js'

/** Parsed bodies: access control may look for a key in the body before the handler reads it. */
const read = new WeakMap<Uint8Array, unknown>()

const text = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a request body as JSON, whatever its Content-Type. A byte order mark is ignored. Throws
 * VALIDATION_ERROR.
 */
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

/** Returns an own member of a JSON object; undefined if the value is not an object or has no such member. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

const largest = 1024 * 1024

/** Whether an item of this body exceeds 1 MB. Items are measured only if the whole body exceeds it. */
export function isOversize(item: unknown, body: Uint8Array): boolean {
  if (body.length <= largest) return false
  try {
    return Buffer.byteLength(JSON.stringify(item)) > largest
  } catch {
    // Nested deeper than the stack: the ingest service rejects it for that.
    return false
  }
}
