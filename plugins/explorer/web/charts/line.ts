import type { SeriesData } from '../api/types.js'
import { dimensionKey } from '../data/dimension.js'

/** One line of a chart: a value, or null if there is none, for each date of the chart. */
export interface Line {
  /** Unique in the chart. */
  readonly id: string
  readonly label: string
  readonly values: readonly (number | null)[]
  /** A CSS colour; default: the colour of the line's index, with a pattern after the last colour (strokes.ts). */
  readonly color?: string
  /** The dates of the comparison period that the line belongs to; such a line is dashed and pale. */
  readonly otherDates?: readonly string[]
  /** The id of the line that a line of a comparison period is compared with. */
  readonly of?: string
  /** The kind of its values (see format.ts); default: that of the chart. */
  readonly kind?: string
  /** The value of the whole range. For distinct counts it is not the sum of the points. */
  readonly total?: number
}

export interface ChartData {
  /** The buckets' dates in the format of the API, ascending. */
  readonly dates: readonly string[]
  readonly lines: readonly Line[]
}

/** The number of colours in the palette. */
export const colors = 10

export const colorOf = (index: number): string => `var(--series-${(index % colors) + 1})`

/** The points of an answer by the key of their dimension, then by date; without a breakdown under ''. */
export function linesOf({
  points,
}: Pick<SeriesData, 'points'>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const lines = new Map<string, Map<string, number>>()
  for (const point of points) {
    const key = dimensionKey(point)
    const line = lines.get(key) ?? new Map<string, number>()
    line.set(point.date, point.value)
    lines.set(key, line)
  }
  return lines
}

/** The dates of several answers, merged and ascending. Sparse series do not have every bucket. */
export const datesOf = (answers: readonly Pick<SeriesData, 'points'>[]): readonly string[] =>
  [...new Set(answers.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
