/**
 * The statement as the engine writes it: no comments, no heredocs, one line. Its words are looked at a second time here,
 * apart from the tree, for what the tree might not show.
 */
export interface Words {
  /** How often the word SELECT stands outside quotes. */
  readonly selects: number
  /** Whether there are joins whose right rows stay without a left one. */
  readonly outer: boolean
  /** The words with an opening bracket directly behind them, except the engine's own. */
  readonly called: readonly string[]
  /** Names in quotes. */
  readonly quoted: readonly string[]
}

const token =
  /'(?:[^'\\]|\\.)*'|`((?:[^`\\]|\\.)*)`(\()?|"((?:[^"\\]|\\.)*)"(\()?|([\p{L}_][\p{L}\p{N}_]*)(\()?|./gsu

/** Written with a bracket, but no functions. */
const keywords = new Set(['COLUMNS', 'ROLLUP', 'CUBE'])

/** As the engine writes them; a name in capitals that is one of them is taken for one. */
const sides = new Set(['RIGHT', 'FULL', 'PASTE'])

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
