import { refuse } from './refuse.js'
import type { TreeNode } from './tree.js'

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
  const text = pattern.kind === 'Literal' ? /^'((?:[^'\\]|\\.)*)'/s.exec(pattern.text)?.[1] : undefined
  if (text === undefined) throw refuse(`"${name}" takes its pattern as a literal text.`)
  checkSize(text)
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
