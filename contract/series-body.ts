import { shownDimension, type ShownDimension } from './dimensions.js'
import { invalid } from './errors.js'
import { finite } from './numbers.js'
import type { Period } from './question.js'
import type { SourceName } from './sources.js'

/** One line of a series: its value over the whole range, and its buckets' values by bucket index. */
export interface SeriesLine {
  readonly total: number
  readonly values: ReadonlyMap<number, number>
}

/** A metric's values over a range, from which the body is built. */
export interface Series {
  /** The date labels of the buckets, one per bucket. */
  readonly labels: readonly string[]
  /** The requested range. */
  readonly period: Period
  /** The value over the whole range and all dimensions. */
  readonly total: number
  /** In the order in which they are reported. Without a breakdown there is one line, with the name null. */
  readonly lines: ReadonlyMap<string | null, SeriesLine>
  /** Whether a bucket without a value yields no point instead of 0. */
  readonly sparse: boolean
  /** The number of fields, if the request lists those of its breakdown. */
  readonly fields?: number
  /** The order of the lines, if the breakdown has one (bins, dates). */
  readonly order?: readonly string[]
  /** The metric that was asked; unset for a series that a plugin computes. */
  readonly metric?: SeriesMetric
}

/**
 * A series that ran together with others. `many` if its breakdown has more values than its limit, in its range or in one
 * that ran with it. Null if it did not run: it has nothing in common with the others, compares two ranges, or is
 * invalid.
 */
export type SeriesTogether = Series | 'many' | null

/** What a series reveals of its metric. */
export interface SeriesMetric {
  readonly key: string
  readonly source: SourceName
  /** Whether the totals of the lines of a breakdown add up to the total. */
  readonly additive: boolean
  /** Whether the metric has dimensions of its own, which no breakdown replaces. */
  readonly hasOwnDimensions: boolean
}

export interface Point extends Partial<ShownDimension> {
  /** The bucket's label. */
  readonly date: string
  readonly value: number
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

/** Returns the body of a time series, with a comparison if `previous` is given. */
export function seriesBody(series: Series, previous: Series | null = null): { readonly data: SeriesData } {
  const points = pointsOf(series)
  const data = { points, ...summary(points, series.total) }
  return { data: previous === null ? data : { ...data, comparison: compared(data.total, series, previous) } }
}

const mostPoints = 1_000_000

/** Throws a 422 over 1,000,000 points. */
export function refuseTooMany(points: number): void {
  if (points > mostPoints)
    throw invalid(
      'breakdown_limit',
      `the answer has more than ${mostPoints} points; lower breakdown_limit, shorten the range or coarsen the granularity`,
    )
}

/**
 * Returns every bucket of every line, by date, then in the lines' order. Throws a 422 over 1,000,000 points.
 */
export function pointsOf({
  labels,
  lines,
  sparse,
  fields,
}: Pick<Series, 'labels' | 'lines' | 'sparse' | 'fields'>): Point[] {
  refuseTooMany(labels.length * lines.size)
  const points: Point[] = []
  const shown = new Map(
    [...lines.keys()].map((name) => [name, name === null ? {} : shownDimension(name, fields)]),
  )
  for (const [index, date] of labels.entries())
    for (const [name, { values }] of lines) {
      const value = values.get(index)
      if (value === undefined && sparse) continue
      points.push({ date, value: value ?? 0, ...shown.get(name) })
    }
  return points
}

/** The aggregates over the returned points, zeros included; all 0 if there are no points. */
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

const empty: SeriesLine = Object.freeze({ total: 0, values: new Map() })

/**
 * The comparison. Its n-th point corresponds to the response's n-th: the response's lines come first, in the
 * same order, followed by those that only the previous period has.
 */
function compared(total: number, series: Series, previous: Series): SeriesComparison {
  const shared = [...series.lines.keys()].map((name) => [name, previous.lines.get(name) ?? empty] as const)
  const gone = [...previous.lines].filter(([name]) => !series.lines.has(name))
  const points = [shared, gone].flatMap((group) => pointsOf({ ...previous, lines: new Map(group) }))
  const previousTotal = points.length === 0 ? 0 : finite(previous.total)
  const change = finite(total - previousTotal)
  return {
    previous_total: previousTotal,
    change,
    percent_change: percent(change, previousTotal),
    previous_points: points,
    previous_range: rangeOf(previous.period),
  }
}

/** Any change from 0 is 100 %, and no change is 0 %. */
function percent(change: number, previous: number): number {
  if (previous === 0) return change === 0 ? 0 : 100
  const exact = (change * 100) / previous
  return finite(Number.isFinite(exact) ? exact : (change / previous) * 100)
}

function rangeOf(period: Period): { from: string; to: string } {
  if (period.kind === 'calendar') return { from: period.from, to: period.to }
  return { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() }
}
