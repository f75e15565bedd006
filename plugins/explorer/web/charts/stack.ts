import uPlot from 'uplot'
import type { Values } from './values.js'

/** The areas between each line and the line below it. */
export const bands = (lines: number): uPlot.Band[] =>
  Array.from({ length: lines - 1 }, (_, index): uPlot.Band => ({ series: [index + 2, index + 1] }))

/** The share of a bucket's width that its bars take. */
const share = 0.74
/** The share of its slot that a bar takes, where several are side by side. */
const filled = 0.9

interface Bars {
  readonly xs: readonly number[]
  /** The width of a bucket on the axis. */
  readonly step: number
  /** The index of the bar, and the number of bars side by side. */
  readonly place: number
  readonly beside: number
  /** The upper end of each bar, and its height. */
  readonly tops: Values
  readonly heights: Values
}

/** Bars at explicit positions: by default uPlot draws the bars of several series over each other. */
export function barPaths({ xs, step, place, beside, tops, heights }: Bars): uPlot.Series.PathBuilder {
  const builder = uPlot.paths.bars
  // eslint-disable-next-line sextant/literal-text -- never shown: a developer sees it
  if (builder === undefined) throw new Error('uPlot has no bars')
  const width = (step * share) / beside
  // `unit: 1` means scale values. Its const enum exists only in uPlot's declarations, not at run time.
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
