import uPlot from 'uplot'

type Values = readonly (number | null)[]

/** Each line over those before it; what lies below zero is put downwards, apart. */
export function stacked(lines: readonly Values[]): (number | null)[][] {
  const up: number[] = []
  const down: number[] = []
  return lines.map((values) =>
    values.map((value, index) => {
      const sums = (value ?? 0) < 0 ? down : up
      sums[index] = (sums[index] ?? 0) + (value ?? 0)
      return sums[index] ?? null
    }),
  )
}

/** Fills between a line and the one beneath it. */
export const bands = (lines: number): uPlot.Band[] =>
  Array.from({ length: lines - 1 }, (_, index): uPlot.Band => ({ series: [index + 2, index + 1] }))

/** How much of a bucket's width its bars take. */
const share = 0.74
/** A bar's part of its place, where several stand side by side. */
const filled = 0.9

interface Bars {
  readonly xs: readonly number[]
  /** The width of a bucket on the axis. */
  readonly step: number
  /** The place among so many bars side by side. */
  readonly place: number
  readonly beside: number
  /** Where each bar ends, and its own height. */
  readonly tops: Values
  readonly heights: Values
}

/** Bars at places of our own: uPlot alone puts those of several series over each other. */
export function barPaths({ xs, step, place, beside, tops, heights }: Bars): uPlot.Series.PathBuilder {
  const builder = uPlot.paths.bars
  if (builder === undefined) throw new Error('uPlot has no bars')
  const width = (step * share) / beside
  // The unit, values of the scale, is a const enum in the declarations, which stands in no file that runs.
  const facet = (values: readonly (number | null)[]): uPlot.Series.BarsPathBuilderFacet => {
    const given: object = { unit: 1, values: () => [...values] }
    return given as uPlot.Series.BarsPathBuilderFacet
  }
  return builder({
    size: [1, Infinity],
    disp: {
      x0: facet(xs.map((x) => x - (step * share) / 2 + width * place)),
      size: facet([beside === 1 ? width : width * filled]),
      y0: facet(tops.map((top, index) => (top ?? 0) - (heights[index] ?? 0))),
      y1: facet(tops),
    },
  })
}
