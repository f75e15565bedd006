import { takeExtraction } from '../../../contract/index.js'
import { printRegex } from './print.js'

/**
 * Translates an RE2 pattern to an expression of Postgres whose first group is the extracted text: the first
 * group of the pattern, or the whole match. What follows the group is a lookahead, so that the longest match
 * of Postgres is the longest group. If the group prefers the shortest match, the first quantifier says so for
 * the whole expression.
 *
 *     v(\d+)\.(\d+)   v([0-9]+)(?=\.(?:[0-9]+))
 *     ^(.*?)\?        ^(.*?)(?=\?)
 */
export function toPostgresExtraction(pattern: string): string {
  const { before, group, after, lazy } = takeExtraction(pattern)
  const follows = printRegex(after)
  const head = before.kind === 'choice' ? `(?:${printRegex(before)})` : printRegex(before, lazy)
  return `${head}(${printRegex(group, lazy)})${follows === '' ? '' : `(?=${follows})`}`
}
