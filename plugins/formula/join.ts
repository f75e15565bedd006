import {
  bySize,
  finite,
  invalid,
  refuseTooMany,
  type AskedQuestion,
  type Series,
  type SeriesLine,
} from '../../contract/index.js'
import { evaluate, stepsOf, withoutCalls, type Pointwise } from './evaluate.js'
import { functions } from './functions.js'
import type { Formula } from './tree.js'

/** The dates to report. */
export type Frame = Pick<AskedQuestion, 'labels' | 'period'>

/** Evaluation blocks the event loop; this many steps take about half a second. More are rejected. */
const mostSteps = 20_000_000

/**
 * The formula over series, for each bucket of the frame and for the totals. Series join by date, and missing values are 0.
 * Series with a breakdown also join by dimension; the rest are used for every dimension. The result has the dimensions of
 * all series with a breakdown, ordered by the formula's totals. With functions, a total is the last bucket's value.
 * Throws a 422 if there are too many points or steps.
 */
export function joinSeries(all: readonly Series[], { labels, period }: Frame, formula: Formula): Series {
  const names = dimensionsOf(all)
  const { fields, order } = namingOf(all)
  refuseTooMany(labels.length * names.length)
  rejectTooLong(labels.length * names.length * (stepsOf(formula) + all.length))
  const places = placesIn(labels)
  const dates = all.map((series) => series.labels.map((label) => places.get(label) ?? -1))
  const { calls, root } = withoutCalls(formula, all.length)
  const parts = names.map((name) => all.map((series) => partOf(series, name)))
  const columnsOf = (own: readonly SeriesLine[]): Float64Array[] =>
    own.map(({ values }, index) => columnOf(values, dates[index] ?? [], labels.length))
  // Functions read all dimensions; without any, one dimension is in memory at a time.
  const columns = calls.length === 0 ? [] : parts.map(columnsOf)
  for (const { name, of, parameter } of calls) {
    const lines = columns.map((own) => evaluateAll(of, own, labels.length))
    const applied = functions[name].apply(lines, parameter)
    for (const [index, own] of columns.entries()) own.push((applied[index] ?? nothingIn(labels)).map(finite))
  }
  const lines = names.map((name, index) => {
    const own = parts[index] ?? []
    const values = evaluateAll(root, columns[index] ?? columnsOf(own), labels.length)
    const totals = own.map((part) => part.total)
    const total = calls.length === 0 ? evaluate(root, totals) : (values.at(-1) ?? 0)
    return [name, { total, values: new Map(values.entries()) }] as const
  })
  const compare = bySize(order)
  lines.sort(([a, one], [b, other]) => compare([a, one.total], [b, other.total]))
  const total =
    calls.length === 0
      ? evaluate(
          root,
          all.map((one) => one.total),
        )
      : finite(lines.reduce((sum, [, line]) => sum + line.total, 0))
  return {
    labels,
    period,
    total,
    lines: new Map(lines),
    sparse: false,
    ...(fields !== undefined && { fields }),
    ...(order !== undefined && { order }),
  }
}

/**
 * The number of fields of all breakdowns, and their order if all have the same. Throws a 422 if the numbers
 * differ: no dimension would be in two series.
 */
function namingOf(all: readonly Series[]): Pick<Series, 'fields' | 'order'> {
  const split = all.filter(isSplit)
  const [first] = split
  if (first === undefined) return {}
  const odd = all.findIndex((one) => isSplit(one) && (one.fields ?? 1) !== (first.fields ?? 1))
  if (odd !== -1)
    throw invalid(
      `/series/${odd}/breakdowns`,
      `series/${odd}: all series with breakdowns must have the same number of them`,
    )
  const [fields] = split.flatMap((one) => (one.fields === undefined ? [] : [one.fields]))
  const order = JSON.stringify(first.order)
  const isShared = first.order !== undefined && split.every((one) => JSON.stringify(one.order) === order)
  return { ...(fields !== undefined && { fields }), ...(isShared && { order: first.order }) }
}

const nothingIn = (labels: readonly string[]): Float64Array => new Float64Array(labels.length)

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

function evaluateAll(formula: Pointwise, columns: readonly Float64Array[], length: number): Float64Array {
  const operands = columns.map(() => 0)
  return new Float64Array(length).map((_, index) => {
    for (const [series, column] of columns.entries()) operands[series] = column[index] ?? 0
    return evaluate(formula, operands)
  })
}
