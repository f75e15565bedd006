/**
 * What turns one text into another, by lines: `- ` before a line that goes, `+ ` before one that comes, `@ ` before the line
 * of the first text above a change. Empty if the texts are equal. By the longest common subsequence, for texts of some
 * hundred lines.
 */
export function lineChanges(before: string, after: string): readonly string[] {
  const [from, to] = [before.split('\n'), after.split('\n')]
  const common = commonLengths(from, to)
  const changes: string[] = []
  let [i, j] = [0, 0]
  let context: string | null = null
  const change = (text: string): void => {
    if (context !== null) changes.push(`@ ${context}`)
    context = null
    changes.push(text)
  }
  while (i < from.length || j < to.length) {
    const [old, next] = [from[i], to[j]]
    if (old !== undefined && old === next) {
      context = old
      i++
      j++
    } else if (old !== undefined && (next === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      change(`- ${old}`)
      i++
    } else {
      change(`+ ${next ?? ''}`)
      j++
    }
  }
  return changes
}

const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0

/** [i][j]: how many lines the rests of both texts from there on have in common, in order. */
function commonLengths(from: readonly string[], to: readonly string[]): readonly (readonly number[])[] {
  const table: number[][] = Array.from({ length: from.length + 1 }, () => [])
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--) {
      const row = table[i] ?? []
      row[j] =
        from[i] === to[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  return table
}
