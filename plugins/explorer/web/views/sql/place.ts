/** A place in a statement; line and column are counted from 0. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** The place in an error message of the service: "(line 1, column 8)"; null if it contains none. */
export function placeIn(message: string): TextPosition | null {
  const [, line, column] = /\bline (\d+), column (\d+)/.exec(message) ?? []
  return line === undefined ? null : { line: Number(line) - 1, column: Number(column) - 1 }
}

/** The start and the end of the word that begins at a place, as offsets; of one letter if no word does. */
export function offsetsOf(
  text: string,
  { line, column }: TextPosition,
): { readonly from: number; readonly to: number } {
  const lines = text.split('\n')
  const before = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)
  const from = Math.min(before + column, text.length)
  const word = /^\w+/.exec(lines[line]?.slice(column) ?? '')?.[0].length ?? 1
  return { from, to: Math.min(text.length, from + word) }
}
