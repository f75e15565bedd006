import { askedBody, askedCodecs, askedParameters, type Asked } from '../../question/asked.js'
import { post, type Call } from '../../api/call.js'
import type { Metric } from '../../data/metrics.js'
import type { SavedQuestion } from '../../library/types.js'
import { breakdownFields } from '../../question/breakdown.js'
import { sentWithFilters } from '../../question/filter-sent.js'
import { metricCall, missingParams, type MetricParams } from '../../question/metric-call.js'
import { looks } from '../../charts/options.js'
import { filtersOf, questionIn, type SeriesSpec } from '../../question/series.js'
import { seriesCodec } from '../../question/series-link.js'
import { choice, text } from '../../router/codec.js'

export { looks }

export const codecs = {
  ...askedCodecs,
  series: seriesCodec,
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

/** The series whose metric, or saved question, exists and is a time series. */
export function knownSeries(
  metrics: readonly Metric[],
  questions: readonly SavedQuestion[],
  series: readonly SeriesSpec[],
): readonly Known[] {
  const listed = new Map(metrics.map((metric) => [metric.key, metric]))
  const saved = new Map(questions.map((one) => [one.id, one]))
  return series.flatMap((spec) => {
    const id = questionIn(spec)
    const metric = id === null ? listed.get(spec.metric) : questionMetric(saved.get(id), listed)
    return metric?.answer === 'series' ? [{ spec, metric }] : []
  })
}

/** A saved question as a metric: the one it asks, under the question's name. It takes no parameters. */
function questionMetric(
  question: SavedQuestion | undefined,
  metrics: ReadonlyMap<string, Metric>,
): Metric | undefined {
  const asked = metrics.get(question?.asks?.key ?? '')
  if (question === undefined || asked === undefined || question.asks?.answer !== 'series') return undefined
  return { ...asked, title: question.name, people: null, parameters: { properties: {} } }
}

/** The names of required parameters without a value. */
export const missingIn = ({ spec, metric }: Known): readonly string[] =>
  missingParams(metric, spec.params ?? {})

export const seriesCall = ({ spec, metric }: Known, asked: Asked, of: 'answer' | 'people' = 'answer'): Call =>
  metricCall(
    metric,
    spec.params ?? {},
    askedParameters({ ...asked, filters: [...asked.filters, ...filtersOf(spec)] }),
    of,
  )

/** One request per series, or a single request if there is a formula. Only formulas take saved questions. */
export const callsOf = (series: readonly Known[], asked: Asked, formula: string): readonly Call[] =>
  formula === ''
    ? series.map((one) =>
        questionIn(one.spec) === null ? seriesCall(one, asked) : formulaCall([one], asked, 'A'),
      )
    : [formulaCall(series, asked, formula)]

function formulaCall(series: readonly Known[], asked: Asked, formula: string): Call {
  const { breakdown, ...rest } = asked
  const { breakdown_limit, ...split } = breakdownFields(breakdown)
  const body = {
    series: series.map(({ spec }) => ({
      metric: spec.metric,
      ...(spec.params === undefined ? {} : { params: typedParams(spec.params) }),
      ...(filtersOf(spec).length === 0 ? {} : sentWithFilters({ filters: filtersOf(spec) })),
      ...split,
    })),
    formula,
    ...askedBody(rest),
    ...(breakdown_limit === undefined ? {} : { breakdown_limit }),
  }
  return post('/api/v1/metrics/formula', body)
}

const typedParams = (params: MetricParams): object =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value === 'true' ? true : value === 'false' ? false : value,
    ]),
  )
