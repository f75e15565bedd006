import {
  columnsOf,
  seriesBody,
  type AskedQuestion,
  type Relation,
  type Row,
  type Series,
  type SeriesData,
  type SeriesMetric,
} from '../../contract/index.js'
import { readSeries } from '../answer/series.js'
import type { BuiltQuestion } from '../question/question.js'
import {
  askBefore,
  askMetric,
  planOf,
  type Metric,
  type MetricAsk,
  type MetricRequest,
} from './ask-question.js'

/** Returns the metric's series and the one to compare with, which run concurrently. */
export async function runSeries(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
): Promise<readonly [Series, Series | null]> {
  const { params } = request
  const asked = await askInBuckets(ask, metric, request)
  const before = await askBefore(ask, metric, asked, request)
  const plan = planOf(metric, asked, params)
  const planBefore = before === null ? null : planOf(metric, before, params)
  const split = hasDimension(plan ?? planBefore)
  const read = async (of: AskedQuestion, by: Relation | null): Promise<Series> =>
    seriesIn({ metric, params, asked: of, split }, by === null ? [] : await ask.rows(by))
  return Promise.all([read(asked, plan), before === null ? null : read(before, planBefore)])
}

/** The question of a series, in one bucket if only its total is wanted. */
export const askInBuckets = async (
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
): Promise<BuiltQuestion> => inBuckets(await askMetric(ask, metric, request), metric, request)

interface SeriesOf extends Pick<MetricRequest, 'params'> {
  readonly metric: Metric
  readonly asked: AskedQuestion
  readonly split: boolean
}

/** Reads the rows of the metric's plan. */
export const seriesIn = ({ metric, params, asked, split }: SeriesOf, rows: readonly Row[]): Series => ({
  ...readSeries({
    asked,
    rows,
    split,
    breakdown: asked.question.breakdown,
    ...(metric.dimensions && { dimensions: metric.dimensions(params) }),
    ...(metric.total && { total: metric.total }),
    sparse: metric.sparse ?? false,
  }),
  metric: seriesMetric(metric, params),
})

export async function answerSeries(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
): Promise<{ readonly data: SeriesData }> {
  return seriesBody(...(await runSeries(ask, metric, request)))
}

const hasDimension = (plan: Relation | null): boolean => plan !== null && 'dimension' in columnsOf(plan)

/**
 * The question in one bucket, if only totals are wanted. The total over all rows does not depend on buckets, so the
 * answer is the same, with one row instead of one for each day:
 *
 *     edges  Mon, Tue, Wed, Thu   rows  3 days × 1,000 values, 1,000 values, 1
 *     edges  Mon, Thu             rows  1 bucket × 1,000 values, 1,000 values, 1
 */
function inBuckets(
  built: BuiltQuestion,
  metric: Metric,
  { totalsOnly = false }: MetricRequest,
): BuiltQuestion {
  const { question, labels } = built
  if (!totalsOnly || metric.total !== undefined || labels.length < 2) return built
  const edges = Object.freeze([question.range.from, question.range.to])
  return Object.freeze({
    ...built,
    question: Object.freeze({ ...question, edges }),
    labels: Object.freeze(labels.slice(0, 1)),
  })
}

const seriesMetric = (
  { key, source, kind, additive, dimensions, breakdown }: Metric,
  params: MetricRequest['params'],
): SeriesMetric => ({
  key,
  source,
  additive: additive?.(params) ?? kind === 'count',
  hasOwnDimensions: dimensions !== undefined || breakdown !== undefined,
})
