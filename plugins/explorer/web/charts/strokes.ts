import { colorOf, colors, type Line } from './line.js'

/** How a line is drawn. No two lines of a chart have the same colour and the same pattern. */
export interface Stroke {
  /** A CSS colour. */
  readonly color: string
  /** The lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[]
  /** 0 fills areas and bars with the colour alone; each higher number is a hatching of its own. */
  readonly hatch: number
  /** Whether the line is of a comparison period; it is pale. */
  readonly pale: boolean
}

/** The patterns after the first round of the palette, which is solid. */
const patterns: readonly (readonly number[])[] = [
  [9, 4],
  [2, 3],
  [9, 3, 2, 3],
  [16, 4],
  [5, 3],
  [16, 3, 2, 3, 2, 3],
]
/** Added to a pattern once for each time that all patterns are used up. */
const dot = [1, 3] as const

/** The pattern of a round of the palette: round 0 is solid. */
function dashOf(round: number): readonly number[] {
  if (round === 0) return []
  const dots = Math.floor((round - 1) / patterns.length)
  return [
    ...(patterns[(round - 1) % patterns.length] ?? []),
    ...Array.from({ length: dots }, () => dot).flat(),
  ]
}

/** A comparison line has half the lengths of its line, so that it differs from every other line too. */
const halved = (dash: readonly number[]): readonly number[] =>
  dash.length === 0 ? [5, 5] : dash.map((length) => length / 2)

/** The strokes of a chart's lines, in their order. Lines with a colour of their own keep it. */
export function strokesOf(lines: readonly Line[]): readonly Stroke[] {
  const rounds = new Map<string, number>()
  const byId = new Map<string, Stroke>()
  let next = 0
  const strokeFor = (given: string | undefined): Stroke => {
    const color = given ?? colorOf(next++)
    const round = rounds.get(color) ?? 0
    rounds.set(color, round + 1)
    return { color, dash: dashOf(round), hatch: round, pale: false }
  }
  for (const { id, color, otherDates } of lines) if (otherDates === undefined) byId.set(id, strokeFor(color))
  return lines.map(({ id, of = '', color, otherDates }) => {
    if (otherDates === undefined) return byId.get(id) ?? strokeFor(color)
    const { dash, ...own } = byId.get(of) ?? strokeFor(color)
    return { ...own, dash: halved(dash), pale: true }
  })
}

/** The rounds of the palette that the eye tells apart: a chart of more lines first shows the largest ones. */
export const readableLines = 2 * colors

/** The stripes of a hatching: their direction in degrees and their distance in pixels. */
export const hatchOf = (hatch: number): { readonly angle: number; readonly distance: number } => ({
  angle: [45, 135, 0, 90][(hatch - 1) % 4] ?? 45,
  distance: 5 + 2 * Math.floor((hatch - 1) / 4),
})
