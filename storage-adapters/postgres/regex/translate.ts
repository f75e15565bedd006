import { checkRegexSize, invalid } from '../../../core/contract/index.js'
import { printRegex } from './print.js'

const maxLength = 20_000

/**
 * An expression of RE2 syntax (https://github.com/google/re2/wiki/Syntax) as an advanced regular expression of
 * Postgres, `value ~ $1`, that is found in the same texts. Only that: captures, and which of several matches is
 * taken, are lost. Needs a UTF-8 database; goes by no locale.
 *
 * Throws a 422 on what is not RE2 syntax, on a Unicode class that this Node does not know, and on expressions beyond
 * the limits that hold on every storage (see checkRegexSize).
 */
export function toPostgresRegex(pattern: string): string {
  const printed = printRegex(checkRegexSize(pattern))
  if (printed.length > maxLength) throw invalid('value', 'the pattern is too large for this storage')
  return printed
}
