/** A position in the typed text: line and column from 1. */
interface TextPosition {
  readonly line: number
  readonly column: number
}

/** The typed text from which another was made. */
export interface Origin {
  readonly text: string
  /** Returns the index in the typed text that belongs to an index in the other. */
  at(index: number): number
}

/**
 * Positions in a text. Indexes count characters (code points), as the server does. With an origin, words and positions are
 * those of the typed text.
 */
export function lines(text: string, origin: Origin | null = null) {
  const made = Array.from(text)
  const characters = origin === null ? made : Array.from(origin.text)
  const bytes: number[] = []

  /** The index of the character at a byte; the parser counts bytes. */
  function atByte(place: number): number {
    if (bytes.length === 0) {
      let sum = 0
      for (const character of made) {
        bytes.push(sum)
        sum += Buffer.byteLength(character)
      }
    }
    const index = bytes.findIndex((start) => start >= place)
    return index === -1 ? made.length : index
  }

  function placeOf(index: number): TextPosition {
    const before = characters.slice(0, index)
    const line = before.filter((character) => character === '\n').length + 1
    return { line, column: index - before.lastIndexOf('\n') }
  }

  /** The position as the end of a message: ` (line 1, column 8)`; empty if it is not known. */
  function shown(index: number | null): string {
    if (index === null || index < 0) return ''
    const { line, column } = placeOf(Math.min(origin?.at(index) ?? index, characters.length))
    return ` (line ${line}, column ${column})`
  }

  /**
   * The word, literal or operator that begins at the index, as typed, cut at
   * 80 characters; empty at the end of the text.
   */
  function wordAt(index: number | null): string {
    if (index === null || index < 0) return ''
    const from = origin?.at(index) ?? index
    const rest = characters.slice(from, from + 200).join('')
    const word =
      /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}"']{1,4})/u.exec(rest)?.[0] ??
      rest.slice(0, 1)
    return word.length > 80 ? `${word.slice(0, 80)}…` : word
  }

  return { atByte, shown, wordAt }
}

/** A word in quotation marks, unless it is typed with some. */
export const quoted = (word: string): string => (/^["']/.test(word) ? word : `"${word}"`)

export type Lines = ReturnType<typeof lines>
