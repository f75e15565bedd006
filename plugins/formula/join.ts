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

/** The service answers nobody else meanwhile: what takes longer than a second or two is refused. */
const mostSteps = 50_000_000

/**
 * The formula over series, bucket by bucket of the frame and over the totals: by date, missing values are 0; split series
 * by dimension, the others serve every one. The dimensions are those of all split series, by the formula's totals.
 */
export function joinSeries(all: readonly Series[], { labels, period }: Frame, formula: Formula): Series {
  const names = dimensionsOf(all)
  refuseTooMany(labels.length * names.length)
  if (labels.length * names.length * stepsOf(formula) > mostSteps)
    throw invalid(
      '/formula',
      'formula is too long for so many points; lower breakdown_limit, shorten the range or coarsen the granularity',
    )
  const places = all.map((series) => placesOf(series, labels))
  const lineOf = (name: string | null): SeriesLine => {
    const lines = all.map((series) => partOf(series, name))
    const values = labels.map((_, index) => {
      const operands = lines.map((line, one) => line.values.get(places[one]?.[index] ?? -1) ?? 0)
      return [index, evaluate(formula, operands)] as const
    })
    const totals = lines.map(({ total }) => total)
    return { total: evaluate(formula, totals), values: new Map(values) }
  }
  const lines = names.map((name) => [name, lineOf(name)] as const)
  lines.sort(([a, { total: left }], [b, { total: right }]) => right - left || byBytes(a ?? '', b ?? ''))
  const totals = all.map(({ total }) => total)
  return { labels, period, total: evaluate(formula, totals), lines: new Map(lines), sparse: false }
}

/** A series that is not split has one line, of no name. */
export const isSplit = ({ lines }: Series): boolean => !lines.has(null)

function dimensionsOf(all: readonly Series[]): readonly (string | null)[] {
  const split = all.filter(isSplit)
  return split.length === 0 ? [null] : [...new Set(split.flatMap(({ lines }) => [...lines.keys()]))]
}

const nothing: SeriesLine = Object.freeze({ total: 0, values: new Map() })

/** What a series has to say about a dimension. */
function partOf(series: Series, name: string | null): SeriesLine {
  if (isSplit(series)) return series.lines.get(name) ?? nothing
  return { total: series.total, values: series.lines.get(null)?.values ?? nothing.values }
}

/** For each date of the frame the series' bucket of that date. */
function placesOf(series: Series, labels: readonly string[]): readonly (number | undefined)[] {
  const places = new Map(series.labels.map((label, index) => [label, index]))
  return labels.map((label) => places.get(label))
}
