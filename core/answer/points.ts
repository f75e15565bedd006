import { invalid, type Row } from '../contract/index.js'
import { byBytes, finite } from './numbers.js'

export interface Point {
  /** The bucket's label. */
  readonly date: string
  readonly value: number
  /** Only in an answer that is split. */
  readonly dimension?: string
}

/** Rows of series(), read: the whole range's value and every bucket's, for each dimension (one nameless if not split). */
export interface SeriesValues {
  readonly total: number
  /** Buckets' values under their index; a bucket that is missing is 0. In the order in which they are reported. */
  readonly dimensions: ReadonlyMap<string | null, ReadonlyMap<number, number>>
}

/**
 * Reads the rows of a series. Split, the dimensions that have a row for the whole range are reported, by that value
 * descending, ties by name; or those of `order`, in that order, whether they have rows or not.
 */
export function readSeries(
  rows: readonly Row[],
  split: boolean,
  order: readonly string[] | null,
): SeriesValues {
  const totals = new Map<string, number>()
  const values = new Map<string | null, Map<number, number>>()
  let total = 0
  for (const row of rows) {
    const [bucket, name] = [row['bucket'] ?? null, split ? (row['dimension'] ?? null) : null]
    const [dimension, value] = [typeof name === 'string' ? name : null, finite(row['value'])]
    if (typeof bucket === 'number') {
      const known = values.get(dimension)
      if (known === undefined) values.set(dimension, new Map([[bucket, value]]))
      else known.set(bucket, value)
    } else if (dimension === null) total = value
    else totals.set(dimension, value)
  }
  const reported: readonly (string | null)[] = split ? (order ?? byTotal(totals)) : [null]
  return { total, dimensions: new Map(reported.map((name) => [name, values.get(name) ?? new Map()])) }
}

const byTotal = (totals: ReadonlyMap<string, number>): readonly string[] =>
  [...totals].sort(([a, left], [b, right]) => right - left || byBytes(a, b)).map(([name]) => name)

const mostPoints = 1_000_000

/** Every bucket of every dimension, by date, then in the dimensions' order. Over 1,000,000: 422. */
export function pointsOf(
  labels: readonly string[],
  { dimensions }: Pick<SeriesValues, 'dimensions'>,
): Point[] {
  if (labels.length * dimensions.size > mostPoints)
    throw invalid(
      'breakdown_limit',
      `the answer has more than ${mostPoints} points; lower breakdown_limit, shorten the range or coarsen the granularity`,
    )
  const points: Point[] = []
  for (const [index, date] of labels.entries())
    for (const [dimension, values] of dimensions) {
      const value = values.get(index) ?? 0
      points.push(dimension === null ? { date, value } : { date, value, dimension })
    }
  return points
}
