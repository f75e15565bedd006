import { checkRegexSize, invalid } from '../../../contract/index.js'
import { printRegex } from './print.js'

const maxLength = 20_000

/**
 * Translates RE2 syntax (https://github.com/google/re2/wiki/Syntax) to an advanced regular expression of
 * Postgres (`value ~ $1`) that matches the same strings. Captures, and which of several matches is found, are
 * not preserved. Requires a UTF-8 database; does not depend on the locale.
 *
 *     \d+ (RE2)    [0-9]+ (Postgres)
 *
 * Throws a 422 on invalid RE2 syntax, on a Unicode class that this Node does not know, and on expressions
 * beyond the limits of every storage (see checkRegexSize).
 */
export function toPostgresRegex(pattern: string): string {
  const printed = printRegex(checkRegexSize(pattern))
  if (printed.length > maxLength) throw invalid('value', 'the pattern is too large for this storage')
  return printed
}
