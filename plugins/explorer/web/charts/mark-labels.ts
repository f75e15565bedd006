import type { PlotMark } from './plot.js'

/** Where the title of one mark, or of several that stand too close to be told apart, goes. All in pixels. */
export interface MarkLabel {
  readonly marks: readonly [PlotMark, ...PlotMark[]]
  /** Of the line that it belongs to. */
  readonly left: number
  readonly room: number
  /** It ends at its line instead of beginning there: the chart ends too soon after it. */
  readonly before: boolean
}

/** Less than this shows no word. */
const least = 72
const most = 220
const gap = 6

/** Labels that never overlap: marks without room for a word of their own share that of the one before. */
export function markLabels(
  marks: readonly PlotMark[],
  placeOf: (mark: PlotMark) => number,
  width: number,
): readonly MarkLabel[] {
  const groups: { left: number; marks: [PlotMark, ...PlotMark[]] }[] = []
  for (const mark of marks) {
    const [left, last] = [placeOf(mark), groups.at(-1)]
    if (last !== undefined && left - last.left < least) last.marks.push(mark)
    else groups.push({ left, marks: [mark] })
  }
  // At the end of the chart a label stands before its line, if the one before it has room to spare.
  const endsSoon = (): boolean => width - (groups.at(-1)?.left ?? 0) < least
  const [before, last] = groups.slice(-2)
  if (before !== undefined && last !== undefined && endsSoon() && last.left - before.left < 2 * least) {
    before.marks.push(...last.marks)
    groups.pop()
  }
  const lastBefore = endsSoon()
  return groups.map(({ left, marks: held }, index) => {
    const isLast = index === groups.length - 1
    const isBefore = isLast && lastBefore
    const free = isBefore ? left - (groups[index - 1]?.left ?? 0) : (groups[index + 1]?.left ?? width) - left
    const shared = isBefore ? index > 0 : lastBefore && index === groups.length - 2
    return { marks: held, left, before: isBefore, room: Math.min(most, (shared ? free / 2 : free) - gap) }
  })
}
