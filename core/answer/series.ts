import {
  byBytes,
  finite,
  pointsOf,
  summary,
  type AskedQuestion,
  type Row,
  type Series,
  type SeriesLine,
} from '../contract/index.js'

type SeriesTotal = 'rows' | 'sum' | 'avg'

export interface SeriesRows {
  readonly asked: Pick<AskedQuestion, 'labels' | 'period'>
  /** `bucket`, `dimension` (if split) and `value`, as series() gives them. */
  readonly rows: readonly Row[]
  /** The rows have a dimension. */
  readonly split: boolean
  /** The dimensions to report and their order, where the metric fixes them; else by their totals. */
  readonly dimensions?: readonly string[]
  /** Where the total comes from, if not from the rows of the whole range. */
  readonly total?: SeriesTotal
  readonly sparse?: boolean
}

interface Draft {
  total: number | null
  readonly values: Map<number, number>
}

/**
 * Reads the rows of a series. Split, all dimensions that have a row are reported, by their totals descending, ties by
 * name: also one without a row for the whole, as the week that ends with a range may lack whom an earlier one had.
 */
export function readSeries({
  asked,
  rows,
  split,
  dimensions,
  total = 'rows',
  sparse = false,
}: SeriesRows): Series {
  const { labels, period } = asked
  const drafts = new Map<string | null, Draft>()
  let whole = 0
  const draftOf = (name: string | null): Draft => {
    const known = drafts.get(name)
    if (known !== undefined) return known
    const draft: Draft = { total: null, values: new Map() }
    drafts.set(name, draft)
    return draft
  }
  for (const row of rows) {
    const [bucket, name] = [row['bucket'] ?? null, split ? (row['dimension'] ?? null) : null]
    const [dimension, value] = [typeof name === 'string' ? name : null, finite(row['value'])]
    if (typeof bucket === 'number') draftOf(dimension).values.set(bucket, value)
    else if (dimension === null) whole = value
    else draftOf(dimension).total = value
  }
  const lines = linesOf(drafts, total, labels.length)
  const names: readonly (string | null)[] = split ? (dimensions ?? byTotal(lines)) : [null]
  const reported = new Map(names.map((name) => [name, lines.get(name) ?? noLine]))
  const series = { labels, period, lines: reported, sparse }
  return { ...series, total: total === 'rows' ? whole : overPoints(series, total) }
}

const noLine: SeriesLine = Object.freeze({ total: 0, values: new Map() })

function linesOf(
  drafts: ReadonlyMap<string | null, Draft>,
  total: SeriesTotal,
  buckets: number,
): Map<string | null, SeriesLine> {
  const lines = new Map<string | null, SeriesLine>()
  for (const [name, draft] of drafts) {
    const { values } = draft
    if (total !== 'rows') lines.set(name, { total: ofValues(values, total, buckets), values })
    else lines.set(name, { total: draft.total ?? 0, values })
  }
  return lines
}

/** In the buckets' order, so that the last digit does not hang on the order of the rows. */
function ofValues(values: ReadonlyMap<number, number>, total: 'sum' | 'avg', buckets: number): number {
  let sum = 0
  for (let index = 0; index < buckets; index++) sum += values.get(index) ?? 0
  return total === 'sum' ? sum : sum / Math.max(1, buckets)
}

function overPoints(series: Omit<Series, 'total'>, total: 'sum' | 'avg'): number {
  const points = pointsOf(series)
  if (total === 'avg') return summary(points, 0).avg
  return points.reduce((sum, { value }) => sum + value, 0)
}

const byTotal = (lines: ReadonlyMap<string | null, SeriesLine>): readonly string[] =>
  [...lines]
    .flatMap(([name, { total }]) => (name === null ? [] : [[name, total] as const]))
    .sort(([a, left], [b, right]) => right - left || byBytes(a, b))
    .map(([name]) => name)
