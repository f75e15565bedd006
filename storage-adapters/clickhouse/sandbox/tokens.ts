/**
 * The words of a statement as the engine formats it: on one line, without comments and heredocs. They are a
 * second check, independent of the syntax tree, for anything that the tree might not show.
 */
export interface Words {
  /** Occurrences of the word SELECT outside quotes. */
  readonly selects: number
  /** Whether there are joins that keep right rows without a left match. */
  readonly outer: boolean
  /** Words directly followed by an opening parenthesis, except keywords. */
  readonly called: readonly string[]
  /** Quoted names. */
  readonly quoted: readonly string[]
}

const token =
  /'(?:[^'\\]|\\.)*'|`((?:[^`\\]|\\.)*)`(\()?|"((?:[^"\\]|\\.)*)"(\()?|([\p{L}_][\p{L}\p{N}_]*)(\()?|./gsu

/** Keywords followed by a parenthesis that are not functions. */
const keywords = new Set(['COLUMNS', 'ROLLUP', 'CUBE'])

/** Join keywords in the engine's spelling; an unquoted name in capitals that equals one counts as one. */
const sides = new Set(['RIGHT', 'FULL', 'PASTE'])

/** Returns the words of a statement as the engine formats it. */
export function wordsOf(canonical: string): Words {
  const called: string[] = []
  const quoted: string[] = []
  let selects = 0
  let outer = false
  for (const [, ticked, tickedCall, doubled, doubledCall, word, call] of canonical.matchAll(token)) {
    const name = ticked ?? doubled
    if (name !== undefined) {
      quoted.push(name)
      if (tickedCall !== undefined || doubledCall !== undefined) called.push(name)
    }
    if (word === undefined) continue
    if (word === 'SELECT') selects++
    if (sides.has(word) && call === undefined) outer = true
    if (call !== undefined && !keywords.has(word)) called.push(word)
  }
  return { selects, outer, called, quoted }
}
