import { ServiceError } from '../contract/index.js'

const maxDepth = 64
const decoder = new TextDecoder('utf-8', { fatal: true })

/** A JSON body's value; an empty body is an empty object. Throws a 422 that says what is wrong. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {}
  const value = parse(decode(bytes))
  checkTree(value, 0)
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new ServiceError('VALIDATION_ERROR', 'the body is not UTF-8', { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ServiceError('VALIDATION_ERROR', 'the body is not valid JSON')
  }
}

/**
 * Nothing that is deeper than any honest body, no member that would become a prototype where it is copied, no NUL,
 * which Postgres cannot store, and no lone surrogate, which UTF-8 cannot write.
 */
function checkTree(value: unknown, depth: number): void {
  if (typeof value === 'string') checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth)
    throw new ServiceError('VALIDATION_ERROR', `the body is nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) checkTree(item, depth + 1)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') throw new ServiceError('VALIDATION_ERROR', 'the body has a member __proto__')
    checkText(name)
    checkTree(member, depth + 1)
  }
}

function checkText(text: string): void {
  if (text.includes('\0')) throw new ServiceError('VALIDATION_ERROR', 'the body holds the character U+0000')
  if (!text.isWellFormed())
    throw new ServiceError(
      'VALIDATION_ERROR',
      'the body holds half a character: a surrogate without its other half',
    )
}
