import { checkRegexSize, ServiceError, type Regex } from '../../../contract/index.js'
import { mayOverscan } from './overscan.js'
import { reject } from './refuse.js'
import { textOf, type TreeNode } from './tree.js'

/**
 * Functions with a pattern, and the position of that argument. The engine compiles a pattern in one
 * uninterruptible step, in time quadratic in its size, and once per row if it is not constant. So a pattern
 * must be a small literal.
 */
const places: ReadonlyMap<string, number> = new Map([
  ...['match', 'regexp', 'regexp_matches', 'like', 'ilike', 'notlike', 'notilike'].map(at(1)),
  ...['extract', 'extractall', 'extractgroups', 'regexp_extract', 'regexpextract', 'regexpposition'].map(
    at(1),
  ),
  ...['extractallgroups', 'extractallgroupshorizontal', 'extractallgroupsvertical', 'regexp_position'].map(
    at(1),
  ),
  ...['countmatches', 'countmatchescaseinsensitive', 'regexp_replace', 'replaceregexpall'].map(at(1)),
  ...['replaceregexpone', 'mapcontainskeylike', 'mapcontainsvaluelike', 'mapextractkeylike'].map(at(1)),
  ...['mapextractvaluelike', 'regexp_instr', 'regexpinstr', 'regexp_substr'].map(at(1)),
  ...['splitbyregexp', 'tokensforlikepattern'].map(at(0)),
])

function at(place: number): (name: string) => readonly [string, number] {
  return (name) => [name, place]
}

/** Maximum size of a pattern in characters, with repetitions expanded. */
const mostSize = 2_000

/** Functions that search each member of one array in the other: one of the arrays must be a literal. */
const listPairs: ReadonlySet<string> = new Set(['hasany', 'hasall'])

/**
 * Throws VALIDATION_ERROR if the function's pattern is not a small literal, or may rescan the string for each
 * match.
 */
export function checkPattern(name: string, args: readonly TreeNode[]): void {
  if (listPairs.has(name.toLowerCase()) && !args.some(isWrittenOut))
    throw reject(`"${name}" requires one of its arrays as a literal`)
  const place = places.get(name.toLowerCase())
  const pattern = place === undefined ? undefined : args[place]
  if (pattern === undefined) return
  const text = textOf(pattern)
  if (text === null) throw reject(`"${name}" requires its pattern as a string literal`)
  checkSize(text)
  if (likes.test(name)) return
  const regex = regexOf(name, text)
  if (forAll.has(name.toLowerCase()) && mayOverscan(regex))
    throw reject(
      `the pattern of "${name}" may read the rest of the string again for each match; replace a repetition that may run past other matches, such as in "a*b|a", by one that ends by itself, such as "a[^b]*b" or "a.*?b"`,
    )
}

/** Functions whose patterns are not regular expressions. */
const likes = /like/i

/** Functions that search for all matches. */
const forAll: ReadonlySet<string> = new Set([
  ...['countmatches', 'countmatchescaseinsensitive', 'extractall', 'extractallgroups'],
  ...[
    'extractallgroupshorizontal',
    'extractallgroupsvertical',
    'regexp_instr',
    'regexpinstr',
    'regexp_matches',
  ],
  ...['regexp_replace', 'replaceregexpall', 'splitbyregexp', 'regexpposition', 'regexp_position'],
])

/** Parses a pattern with the engine's flags: the dot matches newlines, and some functions ignore case. */
function regexOf(name: string, pattern: string): Regex {
  try {
    return checkRegexSize(`(?s${/caseinsensitive$/i.test(name) ? 'i' : ''})${pattern}`)
  } catch (error) {
    throw error instanceof ServiceError ? reject(`"${name}": ${error.message}`) : error
  }
}

const isWrittenOut = (node: TreeNode): boolean =>
  node.kind === 'Literal' || (node.kind === 'Function' && node.text === 'array')

/** Checks the patterns of COLUMNS('...'), which the syntax tree does not show. Throws VALIDATION_ERROR. */
export function checkColumnPatterns(canonical: string): void {
  for (const [, text = ''] of canonical.matchAll(/COLUMNS\('((?:[^'\\]|\\.)*)'/gs)) checkSize(text)
}

function checkSize(text: string): void {
  let once = text.length
  let times = 1
  for (const [, group, least, most] of text.matchAll(/(\))?\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(Number(least), Number(most ?? 0))
    if (group === undefined) once += 20 * count
    else times *= Math.max(1, count)
  }
  if (once * times > mostSize)
    throw reject(`a pattern must be at most ${mostSize} characters, with repetitions expanded`)
}
