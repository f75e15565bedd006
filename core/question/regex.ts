import { RE2JS } from 're2js'
import { invalidPart, type RawCondition } from './raw-condition.js'

const longestPattern = 1000

/** Refuses (422, with the reason) what is no RE2 pattern, or over 1,000 characters. */
export function checkRegex(raw: RawCondition, pattern: string): void {
  if (pattern.length > longestPattern)
    throw invalidPart(raw, 'value', `a pattern has at most ${longestPattern} characters`)
  try {
    RE2JS.compile(pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'not valid'
    throw invalidPart(raw, 'value', `not a regular expression in RE2 syntax: ${reason}`)
  }
}
