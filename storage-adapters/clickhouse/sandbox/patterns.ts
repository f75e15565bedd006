import { checkRegexSize, ServiceError, type Regex } from '../../../core/contract/index.js'
import { mayOverscan } from './overscan.js'
import { refuse } from './refuse.js'
import { textOf, type TreeNode } from './tree.js'

/**
 * Functions with a pattern, and which argument it is. The engine translates a pattern in one go, in time that grows with
 * its square, and for each row anew if it is not the same for all: neither can be stopped. So it is a literal, and small.
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

/** Characters, counting repetitions as often as they stand for. */
const mostSize = 2_000

/** Each member of one list is looked for in the whole of the other: one of them has to be written out. */
const listPairs: ReadonlySet<string> = new Set(['hasany', 'hasall'])

export function checkPattern(name: string, args: readonly TreeNode[]): void {
  if (listPairs.has(name.toLowerCase()) && !args.some(isWrittenOut))
    throw refuse(`"${name}" takes a list that is written out.`)
  const place = places.get(name.toLowerCase())
  const pattern = place === undefined ? undefined : args[place]
  if (pattern === undefined) return
  const text = textOf(pattern)
  if (text === null) throw refuse(`"${name}" takes its pattern as a literal text.`)
  checkSize(text)
  if (likes.test(name)) return
  const regex = regexOf(name, text)
  if (forAll.has(name.toLowerCase()) && mayOverscan(regex))
    throw refuse(
      `"${name}" takes no pattern that may read the rest of a text again for each match: in place of a repetition that may run past other matches, such as in "a*b|a", use one that ends by itself, such as "a[^b]*b" or "a.*?b".`,
    )
}

/** Their patterns are no regular expressions. */
const likes = /like/i

/** They take one match after the other. */
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

/** The engine lets the dot match line ends, and some functions take a letter for both its cases. */
function regexOf(name: string, pattern: string): Regex {
  try {
    return checkRegexSize(`(?s${/caseinsensitive$/i.test(name) ? 'i' : ''})${pattern}`)
  } catch (error) {
    throw error instanceof ServiceError ? refuse(`"${name}": ${error.message}.`) : error
  }
}

const isWrittenOut = (node: TreeNode): boolean =>
  node.kind === 'Literal' || (node.kind === 'Function' && node.text === 'array')

/** Of COLUMNS('...') the tree shows no pattern. */
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
  if (once * times > mostSize) throw refuse('A pattern is too large.')
}
