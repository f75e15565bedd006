import type { Row } from '../contract/index.js'
import { finite } from './numbers.js'
import { pointsOf, readSeries, type Point, type SeriesValues } from './points.js'

/** What an answer needs to know of the question it answers. */
export interface SeriesQuestion {
  /** The buckets' dates, one a bucket. */
  readonly labels: readonly string[]
  /** The range as it was asked. */
  readonly period:
    | { readonly kind: 'calendar'; readonly from: string; readonly to: string }
    | { readonly kind: 'rolling'; readonly from: number; readonly to: number }
}

/** A question and the rows of its series: `bucket`, `dimension` (if split) and `value`, as series() gives them. */
export interface SeriesPart {
  readonly asked: SeriesQuestion
  readonly rows: readonly Row[]
}

export interface SeriesInput extends SeriesPart {
  /** The rows have a dimension. */
  readonly split: boolean
  /** The dimensions to report and their order, where the metric fixes them; else by their totals. */
  readonly dimensions?: readonly string[]
  /** The period to compare with. */
  readonly comparison?: SeriesPart
}

export interface SeriesComparison {
  readonly previous_total: number
  readonly change: number
  readonly percent_change: number
  readonly previous_points: readonly Point[]
  /** Dates (YYYY-MM-DD), both inclusive; for a range of rolling hours ISO 8601 instants, half-open. */
  readonly previous_range: { readonly from: string; readonly to: string }
}

export interface SeriesData {
  readonly points: readonly Point[]
  readonly total: number
  readonly min: number
  readonly max: number
  readonly avg: number
  readonly comparison?: SeriesComparison
}

/** The body of a time series. */
export function seriesAnswer(input: SeriesInput): { readonly data: SeriesData } {
  const { asked, rows, split, dimensions = null, comparison } = input
  const values = readSeries(rows, split, dimensions)
  const points = pointsOf(asked.labels, values)
  const data = { points, ...summary(points, values.total) }
  if (comparison === undefined) return { data }
  const previous = readSeries(comparison.rows, split, dimensions)
  return { data: { ...data, comparison: compared(data.total, values, previous, comparison.asked) } }
}

/** The aggregates over the returned points, zeros included; of no points all are 0. */
export function summary(
  points: readonly { readonly value: number }[],
  total: number,
): Pick<SeriesData, 'total' | 'min' | 'max' | 'avg'> {
  const [first] = points
  if (first === undefined) return { total: 0, min: 0, max: 0, avg: 0 }
  let [min, max, sum] = [first.value, first.value, 0]
  for (const { value } of points) {
    min = Math.min(min, value)
    max = Math.max(max, value)
    sum += value
  }
  const avg = Number.isFinite(sum)
    ? sum / points.length
    : points.reduce((mean, { value }) => mean + value / points.length, 0)
  return { total: finite(total), min, max, avg: finite(avg) }
}

/**
 * The comparison, whose n-th point belongs under the answer's n-th: it reports the answer's dimensions in the
 * answer's order; dimensions that only the previous period had come behind all of these.
 */
function compared(
  total: number,
  values: SeriesValues,
  previous: SeriesValues,
  asked: SeriesQuestion,
): SeriesComparison {
  const none: ReadonlyMap<number, number> = new Map()
  const shared = [...values.dimensions.keys()].map(
    (name) => [name, previous.dimensions.get(name) ?? none] as const,
  )
  const gone = [...previous.dimensions].filter(([name]) => !values.dimensions.has(name))
  const points = [shared, gone].flatMap((group) => pointsOf(asked.labels, { dimensions: new Map(group) }))
  const previousTotal = points.length === 0 ? 0 : previous.total
  const change = finite(total - previousTotal)
  return {
    previous_total: previousTotal,
    change,
    percent_change: percent(change, previousTotal),
    previous_points: points,
    previous_range: rangeOf(asked.period),
  }
}

/** From 0 every change is 100 %, and no change 0 %. */
function percent(change: number, previous: number): number {
  if (previous === 0) return change === 0 ? 0 : 100
  const exact = (change * 100) / previous
  return finite(Number.isFinite(exact) ? exact : (change / previous) * 100)
}

function rangeOf(period: SeriesQuestion['period']): { from: string; to: string } {
  if (period.kind === 'calendar') return { from: period.from, to: period.to }
  return { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() }
}
