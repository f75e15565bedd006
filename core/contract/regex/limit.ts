import { invalid } from '../errors.js'
import { parseRegex } from './parser.js'
import { regexSize } from './size.js'
import type { Regex } from './tree.js'

/**
 * The limits of one regular expression on every storage, after its repetitions are unfolded (`a{2,5}` has five
 * characters). An engine does not stop inside one value: RE2 at 500 characters needs up to 17 µs for each byte, at 4,000
 * up to 35 µs. Postgres compiles in a time that grows with the steps and doubles with each assertion in a row.
 */
const limits = { characters: 500, ranges: 30_000, steps: 20_000, assertions: 12, table: 700_000 } as const

/** Characters of a value that a regular expression of a condition sees, from its start: on every storage the same. */
export const regexReach = 65_536

/** Returns why a regular expression is too large for the storages, or null if it fits. */
function excess(regex: Regex): string | null {
  const { states, ranges, steps, row, kinds } = regexSize(regex)
  // Written so that NaN, the product of absurd bounds, does not fit.
  if (!(states <= limits.characters))
    return `the pattern stands for more than ${limits.characters} characters once its repetitions are unfolded`
  if (!(ranges <= limits.ranges))
    return `the pattern's character classes have more than ${limits.ranges} ranges once its repetitions are unfolded`
  if (!(steps <= limits.steps))
    return `the pattern has more than ${limits.steps} ways from character to character once its repetitions are unfolded`
  if (!(row <= limits.assertions))
    return `the pattern has more than ${limits.assertions} assertions (^, $, \\b) in a row`
  if (!(states * kinds <= limits.table)) return 'the pattern tells too many kinds of characters apart'
  return null
}

/** Returns the tree of a pattern in RE2 syntax. Throws a 422 if the syntax is wrong or the pattern exceeds a limit. */
export function checkRegexSize(pattern: string): Regex {
  const regex = parseRegex(pattern)
  const message = excess(regex)
  if (message !== null) throw invalid('value', message)
  return regex
}
