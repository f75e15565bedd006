import {
  bySize,
  finite,
  pointsOf,
  summary,
  type AskedQuestion,
  type Breakdown,
  type Row,
  type Series,
  type SeriesLine,
} from '../../contract/index.js'

type SeriesTotal = 'rows' | 'sum' | 'avg'

export interface SeriesRows {
  readonly asked: Pick<AskedQuestion, 'labels' | 'period'>
  /** `bucket`, `dimension` (if split) and `value`, as series() returns them. */
  readonly rows: readonly Row[]
  /** Whether the rows have a dimension. */
  readonly split: boolean
  /** The breakdown of the question, which says what its labels are. */
  readonly breakdown?: Breakdown | null
  /**
   * The dimensions to report, in order, if the metric fixes them. By default they are sorted by their totals.
   */
  readonly dimensions?: readonly string[]
  /** The source of the total; by default the rows of the whole range. */
  readonly total?: SeriesTotal
  readonly sparse?: boolean
}

interface Draft {
  total: number | null
  readonly values: Map<number, number>
}

/**
 * Reads the rows of a series. With a breakdown, every dimension with a row is reported, in the breakdown's own
 * order or by total, descending; ties go by name. That includes dimensions without a row for the whole range: the week that ends a range may
 * lack persons of an earlier week.
 */
export function readSeries({
  asked,
  rows,
  split,
  breakdown = null,
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
  const names: readonly (string | null)[] = split ? (dimensions ?? byTotal(lines, breakdown?.order)) : [null]
  const reported = new Map(names.map((name) => [name, lines.get(name) ?? noLine]))
  const { fields, order } = breakdown ?? {}
  const series = {
    labels,
    period,
    lines: reported,
    sparse,
    ...(fields && { fields }),
    ...(order && { order }),
  }
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

/** Sums in bucket order, so that the last digit does not depend on the order of the rows. */
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

const byTotal = (
  lines: ReadonlyMap<string | null, SeriesLine>,
  order: readonly string[] | undefined,
): readonly string[] =>
  [...lines]
    .flatMap(([name, { total }]) => (name === null ? [] : [[name, total] as const]))
    .sort(bySize(order))
    .map(([name]) => name)
