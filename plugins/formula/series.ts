import {
  audienceIn,
  invalid,
  otherLabel,
  questionPrefix,
  type Series,
  type SeriesRequest,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { AskedSeries, FormulaInput } from './input.js'
import { isSplit } from './join.js'

/** A series and its comparison; null without `compare`. */
export type Pair = readonly [Series, Series | null]

/**
 * Runs all series in parallel. Where series with a breakdown report different dimensions, they are asked again for every
 * dimension that any of them reported: a value that one keeps must not be part of another's `(other)`.
 */
export async function askAll(ask: WorkspaceAsk, input: FormulaInput): Promise<readonly Pair[]> {
  const requests = input.series.map((one, index) => requestOf(one, index, input))
  const pairs = await Promise.all(requests.map((request) => ask.series(request)))
  const dimensions = dimensionsToTell(pairs)
  if (dimensions === null) return pairs
  const again = requests.map((request, index) => {
    const pair = pairs[index]
    return pair === undefined || isSplit(pair[0])
      ? ask.series({ ...request, dimensions })
      : Promise.resolve(pair)
  })
  return Promise.all(again)
}

function requestOf(one: AskedSeries, index: number, input: FormulaInput): SeriesRequest {
  const path = `series/${index}`
  const common = {
    range: one.range ?? input.range ?? '30d',
    granularity: input.granularity ?? 'daily',
    ...(input.timezone === undefined ? {} : { timezone: input.timezone }),
    ...(input.week_start === undefined ? {} : { week_start: input.week_start }),
    ...(input.breakdown_limit === undefined ? {} : { breakdown_limit: String(input.breakdown_limit) }),
    ...(one.breakdown === undefined ? {} : { breakdown: one.breakdown }),
    ...(one.breakdowns === undefined ? {} : { breakdowns: JSON.stringify(one.breakdowns) }),
    ...(input.compare === undefined ? {} : { compare: input.compare }),
  }
  if (one.params !== undefined && one.metric.startsWith(questionPrefix))
    throw invalid(`/${path}/params`, `${path}/params: a saved question has its own parameters`)
  const own = Object.entries(one.params ?? {}).map(([name, value]) => [name, String(value)] as const)
  for (const [name] of own)
    if (commonNames.has(name))
      throw invalid(`/${path}/params/${name}`, `${path}/params: ${name} is not a parameter of the metric`)
  const parameters = { ...Object.fromEntries(own), ...common }
  return {
    metric: one.metric,
    parameters,
    filters: one.filters,
    filter: one.filter,
    shared: input.filters,
    sharedFilter: input.filter,
    audience: audienceIn(input),
    path,
  }
}

const commonNames: ReadonlySet<string> = new Set([
  'range',
  'granularity',
  'timezone',
  'week_start',
  'breakdown',
  'breakdowns',
  'breakdown_bins',
  'breakdown_limit',
  'compare',
  'audience',
  'filter',
])

/**
 * Dimensions that at least one series with a breakdown reports. Returns null if all report the same or none has an
 * `(other)`. Throws a 422 if the names are too long for one statement.
 */
function dimensionsToTell(pairs: readonly Pair[]): readonly string[] | null {
  const split = pairs.filter(([series]) => isSplit(series))
  const names = new Set(split.flatMap(([series]) => namesOf(series)))
  const all = split.flatMap(([series, previous]) => (previous === null ? [series] : [series, previous]))
  if (split.length < 2 || !all.some(({ lines }) => lines.has(otherLabel))) return null
  const agree = all.every((series) => {
    const own = namesOf(series)
    return own.length === names.size && own.every((name) => names.has(name))
  })
  if (agree) return null
  const lengths = [...names].map(({ length }) => length)
  if (Math.max(...lengths) > longestName || lengths.reduce((sum, length) => sum + length, 0) > mostCharacters)
    throw invalid(
      'breakdown_limit',
      'the breakdown values of the series are too long to be joined; lower breakdown_limit',
    )
  return [...names]
}

/** In characters: the limit of a filter's value, and what fits into one statement. */
const longestName = 10_000
const mostCharacters = 1_000_000

const namesOf = ({ lines }: Series): readonly string[] =>
  [...lines.keys()].filter((name) => name !== null && name !== otherLabel) as string[]
