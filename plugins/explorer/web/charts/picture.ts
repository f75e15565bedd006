import type { PlotMark } from './layers.js'
import type { ChartData } from './line.js'
import type { Look, Stacking } from './scales.js'
import type { Stroke } from './strokes.js'

/** What a chart shows, for exports. */
export interface Picture {
  readonly title: string
  readonly notes: readonly string[]
  readonly data: ChartData
  /** One for each line. */
  readonly strokes: readonly Stroke[]
  readonly look: Look
  readonly stacking: Stacking
  readonly isLog: boolean
  readonly kind: string
  readonly marks: readonly PlotMark[]
  /** The indexes of the buckets that are incomplete. */
  readonly incomplete: readonly number[]
}
