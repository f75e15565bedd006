import type { SeriesData } from '../api/types.js'

/** One line of a chart: a value (null: none) for each of the chart's dates. */
export interface Line {
  /** Unique in the chart. */
  readonly id: string
  readonly label: string
  readonly values: readonly (number | null)[]
  /** A colour of CSS; that of the line's place unless given. */
  readonly color?: string
  /** The dates of another period, which the line is put beside; it is drawn in dashes. */
  readonly otherDates?: readonly string[]
  /** How its values are written (see format.ts), where that is not as those of the whole chart. */
  readonly kind?: string
  /** The whole range's value, which is not the sum of the points for distinct counts. */
  readonly total?: number
}

export interface ChartData {
  /** The buckets' dates as the API writes them, ascending. */
  readonly dates: readonly string[]
  readonly lines: readonly Line[]
}

const colors = 10

export const colorOf = (index: number): string => `var(--series-${(index % colors) + 1})`

/** The points of an answer by dimension: one unnamed line if it is not split. */
export function linesOf({
  points,
}: Pick<SeriesData, 'points'>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const lines = new Map<string, Map<string, number>>()
  for (const { date, value, dimension = '' } of points) {
    const line = lines.get(dimension) ?? new Map<string, number>()
    line.set(date, value)
    lines.set(dimension, line)
  }
  return lines
}

/** All dates of several answers, ascending: a sparse series has not every bucket. */
export const datesOf = (answers: readonly Pick<SeriesData, 'points'>[]): readonly string[] =>
  [...new Set(answers.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
