import {
  columnsOf,
  seriesBody,
  type AskedQuestion,
  type Relation,
  type Series,
  type SeriesData,
} from '../contract/index.js'
import { readSeries } from '../answer/series.js'
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
  const asked = await askMetric(ask, metric, request)
  const before = await askBefore(ask, metric, asked, request)
  const plan = planOf(metric, asked, params)
  const planBefore = before === null ? null : planOf(metric, before, params)
  const split = hasDimension(plan ?? planBefore)
  const read = async (of: AskedQuestion, by: Relation | null): Promise<Series> =>
    readSeries({
      asked: of,
      rows: by === null ? [] : await ask.rows(by),
      split,
      breakdown: of.question.breakdown,
      ...(metric.dimensions && { dimensions: metric.dimensions(params) }),
      ...(metric.total && { total: metric.total }),
      sparse: metric.sparse ?? false,
    })
  return Promise.all([read(asked, plan), before === null ? null : read(before, planBefore)])
}

export async function answerSeries(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
): Promise<{ readonly data: SeriesData }> {
  return seriesBody(...(await runSeries(ask, metric, request)))
}

const hasDimension = (plan: Relation | null): boolean => plan !== null && 'dimension' in columnsOf(plan)
