import { askedBody, askedParameters, type Asked } from '../../question/asked.js'
import { post, type Call } from '../../api/call.js'
import type { Metric } from '../../data/metrics.js'
import { breakdownFields } from '../../question/breakdown.js'
import { filteredList } from '../../question/filter-link.js'
import { isFilters, type Filters } from '../../question/filter-node.js'
import { sentWithFilters } from '../../question/filter-sent.js'
import { metricCall, missingParams, type MetricParams } from '../../question/metric-call.js'
import { looks } from '../../charts/options.js'
import { choice, text } from '../../router/codec.js'
import { askedCodecs } from '../../question/asked.js'

/** One series of the view: a metric with its own parameters and filters. */
export interface SeriesSpec {
  readonly metric: string
  readonly params?: MetricParams
  readonly filters?: Filters
}

export { looks }

const isSpec = (value: unknown): value is SeriesSpec => {
  const { metric, filters = [], params = {} } = (value ?? {}) as Partial<SeriesSpec>
  return typeof metric === 'string' && isFilters(filters) && typeof params === 'object'
}

export const codecs = {
  ...askedCodecs,
  series: filteredList(isSpec),
  formula: text(),
  look: choice(looks, 'line'),
  /** The date that the pivot of several breakdowns shows; '' for its default. */
  at: text(),
}

/** The letter of a series in formulas: A, B, C … */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** A series with the metric it refers to. */
export interface Known {
  readonly spec: SeriesSpec
  readonly metric: Metric
}

/** The series whose metric exists and is a time series. */
export function knownSeries(metrics: readonly Metric[], series: readonly SeriesSpec[]): readonly Known[] {
  const listed = new Map(metrics.map((metric) => [metric.key, metric]))
  return series.flatMap((spec) => {
    const metric = listed.get(spec.metric)
    return metric?.answer === 'series' ? [{ spec, metric }] : []
  })
}

/** Whether all required parameters have values. */
export const isComplete = ({ spec, metric }: Known): boolean =>
  missingParams(metric, spec.params ?? {}).length === 0

export const seriesCall = ({ spec, metric }: Known, asked: Asked, of: 'answer' | 'people' = 'answer'): Call =>
  metricCall(
    metric,
    spec.params ?? {},
    askedParameters({ ...asked, filters: [...asked.filters, ...(spec.filters ?? [])] }),
    of,
  )

/** One request per series, or a single request if there is a formula. */
export function callsOf(series: readonly Known[], asked: Asked, formula: string): readonly Call[] {
  if (formula === '') return series.map((one) => seriesCall(one, asked))
  const { breakdown, ...rest } = asked
  const { breakdown_limit, ...split } = breakdownFields(breakdown)
  const body = {
    series: series.map(({ spec: { metric, params, filters } }) => ({
      metric,
      ...(params === undefined ? {} : { params: typedParams(params) }),
      ...(filters === undefined ? {} : sentWithFilters({ filters })),
      ...split,
    })),
    formula,
    ...askedBody(rest),
    ...(breakdown_limit === undefined ? {} : { breakdown_limit }),
  }
  return [post('/api/v1/metrics/formula', body)]
}

const typedParams = (params: MetricParams): object =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value === 'true' ? true : value === 'false' ? false : value,
    ]),
  )

/** The name of a series: metric, parameter values, and `*` if it has filters. */
export function specName(
  { metric, params = {}, filters = [] }: SeriesSpec,
  nameOf: (key: string) => string,
): string {
  const narrowed = Object.values(params).join(', ')
  return [nameOf(metric), narrowed === '' ? '' : `(${narrowed})`, filters.length > 0 ? '*' : '']
    .filter((part) => part !== '')
    .join(' ')
}
