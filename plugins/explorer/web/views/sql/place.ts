/** A place in a statement; line and column are counted from 0. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

export function placeOf(text: string, position: number): TextPosition {
  const before = text.slice(0, position).split('\n')
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 }
}

/** The place in an error message of the service: "(line 1, column 8)"; null if it contains none. */
export function placeIn(message: string): TextPosition | null {
  const [, line, column] = /\bline (\d+), column (\d+)/.exec(message) ?? []
  return line === undefined ? null : { line: Number(line) - 1, column: Number(column) - 1 }
}

/** The length of the word that begins at a place; 1 if none does. */
export function lettersAt(text: string, { line, column }: TextPosition): number {
  const rest = text.split('\n')[line]?.slice(column) ?? ''
  return /^\w+/.exec(rest)?.[0].length ?? 1
}
