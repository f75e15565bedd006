import type { ChartOptions } from './options.js'
import { decades, positive, shares, stacked, type Values } from './values.js'

export type Look = 'line' | 'area' | 'bar'
/** How lines are put on each other: not at all, by their values, or by their shares of the bucket. */
export type Stacking = 'none' | 'sum' | 'percent'

/** The stacking of a chart whose values add up or do not. */
export const stackingOf = (
  stack: boolean,
  look: Look,
  { stack: chosen }: Pick<ChartOptions, 'stack'>,
): Stacking =>
  !stack || look === 'line' || chosen === 'none' ? 'none' : chosen === 'percent' ? 'percent' : 'sum'

/** The values to draw: `heights` are those of the lines, `tops` their upper ends on the axis. */
export function drawnValues(
  lines: readonly Values[],
  stacking: Stacking,
  isLog: boolean,
): { readonly heights: readonly Values[]; readonly tops: readonly Values[] } {
  const heights = stacking === 'percent' ? shares(lines) : isLog ? lines.map(positive) : lines
  return { heights, tops: stacking === 'none' ? heights : stacked(heights) }
}

/** The range of the value axis: from 0 or a little below the lowest value, to a little above the highest. */
export function valueRange(
  low: number | null,
  high: number | null,
  { isLog = false, stacking = 'none' }: { readonly isLog?: boolean; readonly stacking?: Stacking } = {},
): [number, number] {
  if (isLog) return decades(low, high)
  const [bottom, top] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)]
  if (bottom === 0 && top === 0) return [0, 1]
  const room = (top - bottom) * 0.06
  return [
    bottom === 0 ? 0 : bottom - room,
    top === 0 ? 0 : stacking === 'percent' && bottom === 0 ? 1 : top + room,
  ]
}
