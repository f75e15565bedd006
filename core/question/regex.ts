import { RE2JS } from 're2js'
import { checkRegexSize, ServiceError } from '../../contract/index.js'
import { invalidPart, type RawCondition } from './raw-condition.js'

const longestPattern = 1000

/**
 * Throws a 422 with the reason if the pattern is not RE2 syntax or exceeds the limits, which are the same on
 * every storage.
 */
export function checkRegex(raw: RawCondition, pattern: string): void {
  if (pattern.length > longestPattern)
    throw invalidPart(raw, 'value', `a pattern must have at most ${longestPattern} characters`)
  const reason = syntaxFault(pattern) ?? sizeFault(pattern)
  if (reason !== null) throw invalidPart(raw, 'value', reason)
}

function syntaxFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern)
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'invalid'
    return `not a regular expression in RE2 syntax: ${reason}`
  }
}

function sizeFault(pattern: string): string | null {
  try {
    checkRegexSize(pattern)
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}
