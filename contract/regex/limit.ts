import { invalid } from '../errors.js'
import { parseRegex } from './parser.js'
import { regexSize } from './size.js'
import type { Regex } from './tree.js'

/**
 * The limits of one regular expression on every storage, after its repetitions are expanded (`a{2,5}` has
 * five characters). An engine does not stop within a single value: RE2 takes up to 17 µs per byte at 500
 * characters and up to 35 µs at 4,000. In Postgres, compile time grows with the steps and doubles with each
 * consecutive assertion.
 */
const limits = { characters: 500, ranges: 30_000, steps: 20_000, assertions: 12, table: 700_000 } as const

/**
 * The leading characters of a value that a condition's regular expression is matched against, on every
 * storage.
 */
export const regexReach = 65_536

/** Returns why a regular expression is too large for the storages, or null if it fits. */
function excess(regex: Regex): string | null {
  const { states, ranges, steps, row, kinds } = regexSize(regex)
  // Negated, so that NaN, the product of absurd bounds, is rejected too.
  if (!(states <= limits.characters))
    return `the pattern has more than ${limits.characters} characters once its repetitions are expanded`
  if (!(ranges <= limits.ranges))
    return `the pattern's character classes have more than ${limits.ranges} ranges once its repetitions are expanded`
  if (!(steps <= limits.steps))
    return `the pattern has more than ${limits.steps} transitions between characters once its repetitions are expanded`
  if (!(row <= limits.assertions))
    return `the pattern has more than ${limits.assertions} consecutive assertions (^, $, \\b)`
  if (!(states * kinds <= limits.table)) return 'the pattern distinguishes too many kinds of characters'
  return null
}

/** Returns the tree of a pattern in RE2 syntax. Throws a 422 if the syntax is wrong or the pattern exceeds a limit. */
export function checkRegexSize(pattern: string): Regex {
  const regex = parseRegex(pattern)
  const message = excess(regex)
  if (message !== null) throw invalid('value', message)
  return regex
}
