import {
  byBytes,
  invalid,
  refuseTooMany,
  type AskedQuestion,
  type Series,
  type SeriesLine,
} from '../../core/contract/index.js'
import { evaluate, stepsOf } from './evaluate.js'
import type { Formula } from './parse.js'

/** The dates to report. */
export type Frame = Pick<AskedQuestion, 'labels' | 'period'>

/** Evaluation blocks the event loop; this many steps take about half a second. More are rejected. */
const mostSteps = 20_000_000

/**
 * The formula over series, for each bucket of the frame and for the totals. Series join by date, and missing values are 0.
 * Series with a breakdown also join by dimension; the rest are used for every dimension. The result has the dimensions of
 * all series with a breakdown, ordered by the formula's totals. Throws a 422 if there are too many points or steps.
 */
export function joinSeries(all: readonly Series[], { labels, period }: Frame, formula: Formula): Series {
  const names = dimensionsOf(all)
  refuseTooMany(labels.length * names.length)
  rejectTooLong(labels.length * names.length * (stepsOf(formula) + all.length))
  const places = placesIn(labels)
  const dates = all.map((series) => series.labels.map((label) => places.get(label) ?? -1))
  const lineOf = (name: string | null): SeriesLine => {
    const parts = all.map((series) => partOf(series, name))
    const total = evaluate(
      formula,
      parts.map((part) => part.total),
    )
    const columns = parts.map(({ values }, index) => columnOf(values, dates[index] ?? [], labels.length))
    return { total, values: evaluateAll(formula, columns, labels.length) }
  }
  const lines = names.map((name) => [name, lineOf(name)] as const)
  lines.sort(([a, { total: left }], [b, { total: right }]) => right - left || byBytes(a ?? '', b ?? ''))
  const totals = all.map(({ total }) => total)
  return { labels, period, total: evaluate(formula, totals), lines: new Map(lines), sparse: false }
}

/** True if the series has a breakdown; without one it has a single line, under null. */
export const isSplit = ({ lines }: Series): boolean => !lines.has(null)

function dimensionsOf(all: readonly Series[]): readonly (string | null)[] {
  const split = all.filter(isSplit)
  return split.length === 0 ? [null] : [...new Set(split.flatMap(({ lines }) => [...lines.keys()]))]
}

function rejectTooLong(steps: number): void {
  if (steps > mostSteps)
    throw invalid(
      '/formula',
      'formula is too long for so many points; lower breakdown_limit, shorten the range or coarsen the granularity',
    )
}

const nothing: SeriesLine = Object.freeze({ total: 0, values: new Map() })

/** A series' line for a dimension: a series without a breakdown has the same for every dimension. */
function partOf(series: Series, name: string | null): SeriesLine {
  if (isSplit(series)) return series.lines.get(name) ?? nothing
  return { total: series.total, values: series.lines.get(null)?.values ?? nothing.values }
}

const placesIn = (labels: readonly string[]): ReadonlyMap<string, number> =>
  new Map(labels.map((label, index) => [label, index]))

/** A line's values by bucket of the frame. `dates` maps the line's own buckets to the frame's, −1 if outside. */
function columnOf(values: SeriesLine['values'], dates: readonly number[], length: number): Float64Array {
  const column = new Float64Array(length)
  for (const [bucket, value] of values) {
    const place = dates[bucket] ?? -1
    if (place >= 0) column[place] = value
  }
  return column
}

function evaluateAll(
  formula: Formula,
  columns: readonly Float64Array[],
  length: number,
): ReadonlyMap<number, number> {
  const values = new Map<number, number>()
  const operands = columns.map(() => 0)
  for (let index = 0; index < length; index++) {
    for (const [series, column] of columns.entries()) operands[series] = column[index] ?? 0
    values.set(index, evaluate(formula, operands))
  }
  return values
}
