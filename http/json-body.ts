import { ServiceError } from '../contract/index.js'

const maxDepth = 64
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body; an empty body is an empty object. Throws a 422 with the reason. */
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
 * Rejects deeper nesting than any legitimate body has, a member that would become a prototype where it is
 * copied, NUL, which Postgres cannot store, and lone surrogates, which UTF-8 cannot encode.
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
    if (name === '__proto__')
      throw new ServiceError('VALIDATION_ERROR', 'the body must not have a member __proto__')
    checkText(name)
    checkTree(member, depth + 1)
  }
}

function checkText(text: string): void {
  if (text.includes('\0'))
    throw new ServiceError('VALIDATION_ERROR', 'the body must not contain the character U+0000')
  if (!text.isWellFormed())
    throw new ServiceError('VALIDATION_ERROR', 'the body must not contain a lone surrogate')
}
