import { reject } from './refuse.js'
import type { TreeNode } from './tree.js'

/** Maximum rows before or after the current one in a window frame. */
const longestFrame = 1_000

/**
 * Checks the bounds of a window frame. The engine recomputes an aggregate from the first row of its frame
 * whenever that row changes, and does not check the time within 8,192 rows. So a frame that begins near the
 * current row must also end near it. Throws VALIDATION_ERROR.
 */
export function checkFrame(node: TreeNode): void {
  for (const bound of node.children)
    if (bound.kind !== 'ExpressionList' && !(Number(/^UInt64_(\d+)$/.exec(bound.text)?.[1]) <= longestFrame))
      throw reject(`a window frame bound must be UNBOUNDED or a literal of at most ${longestFrame} rows`)
}

const quoted = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs
const offset = String.raw`\d+ (?:PRECEDING|FOLLOWING)`
const bound = `(?:UNBOUNDED PRECEDING|CURRENT ROW|${offset})`
const rangeOfNumbers = new RegExp(String.raw`\bRANGE BETWEEN (?:${offset}|${bound} AND ${offset})`)
const movingToTheEnd = new RegExp(
  String.raw`\b(?:ROWS|RANGE) BETWEEN (?:CURRENT ROW|${offset}) AND UNBOUNDED FOLLOWING`,
)

/**
 * Checks what the syntax tree does not show of frames: their unit, and bounds without a number. Throws
 * VALIDATION_ERROR.
 */
export function checkFrameWords(canonical: string): void {
  const words = canonical.replaceAll(quoted, "''")
  if (rangeOfNumbers.test(words))
    throw reject(`a RANGE frame must not have a number; use ROWS with at most ${longestFrame} rows`)
  if (movingToTheEnd.test(words))
    throw reject(
      'a window frame that ends with UNBOUNDED FOLLOWING must begin with UNBOUNDED PRECEDING; reverse its ORDER BY',
    )
}
