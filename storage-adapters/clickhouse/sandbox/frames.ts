import { refuse } from './refuse.js'
import type { TreeNode } from './tree.js'

/** Rows before or after the current one in a window frame. */
const longestFrame = 1_000

/**
 * The engine computes an aggregate again from the first row of its frame whenever that row changes, and does not stop
 * within 8,192 rows: a frame that begins beside the current row must also end beside it.
 */
export function checkFrame(node: TreeNode): void {
  for (const bound of node.children)
    if (bound.kind !== 'ExpressionList' && !(Number(/^UInt64_(\d+)$/.exec(bound.text)?.[1]) <= longestFrame))
      throw refuse(
        `A window frame reaches at most ${longestFrame} rows, written as a literal, or is UNBOUNDED.`,
      )
}

const quoted = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs
const offset = String.raw`\d+ (?:PRECEDING|FOLLOWING)`
const bound = `(?:UNBOUNDED PRECEDING|CURRENT ROW|${offset})`
const rangeOfNumbers = new RegExp(String.raw`\bRANGE BETWEEN (?:${offset}|${bound} AND ${offset})`)
const movingToTheEnd = new RegExp(
  String.raw`\b(?:ROWS|RANGE) BETWEEN (?:CURRENT ROW|${offset}) AND UNBOUNDED FOLLOWING`,
)

/** What the tree does not show of frames: their unit, and bounds without a number. */
export function checkFrameWords(canonical: string): void {
  const words = canonical.replaceAll(quoted, "''")
  if (rangeOfNumbers.test(words))
    throw refuse(`A RANGE frame takes no number here; use ROWS with at most ${longestFrame} rows.`)
  if (movingToTheEnd.test(words))
    throw refuse(
      'A window frame that ends with UNBOUNDED FOLLOWING must begin with UNBOUNDED PRECEDING; turn its ORDER BY round.',
    )
}
