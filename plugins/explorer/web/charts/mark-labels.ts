import type { PlotMark } from './layers.js'

/** The place of the title of one mark, or of several marks too close for titles of their own. In pixels. */
export interface MarkLabel {
  readonly marks: readonly [PlotMark, ...PlotMark[]]
  /** The x position of the mark's line. */
  readonly left: number
  /** The width available for the title. */
  readonly room: number
  /** Whether the title ends at the line instead of beginning there, because the chart ends soon after it. */
  readonly before: boolean
}

/** The least width that shows a word. */
const least = 72
const most = 220
const gap = 6

/** Labels that never overlap: a mark without room for a word shares the label of the mark before it. */
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
  // Near the end of the chart the last label is placed before its line if there is room; else it is merged.
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
