import {
  invalid,
  ServiceError,
  type Series,
  type SeriesRequest,
  type SeriesTogether,
} from '../contract/index.js'
import { bodyConditions } from '../core/question/body-conditions.js'
import { audienceAt, treesOf, type MetricAsk } from '../core/run/ask-question.js'
import { runSeries } from '../core/run/run-series.js'
import { orNull, runTogether, type MetricSeries } from '../core/run/run-together.js'
import type { MetricFinder } from './find-metric.js'
import { metricRequest } from './metric-request.js'
import { mergedParameters, type FindQuestion } from './question-series.js'

/**
 * Runs a metric that a body names, or the one of a saved question. An error in it names its path in the body; an error
 * in the shared filters names theirs.
 */
export async function askSeries(
  ask: MetricAsk,
  findMetric: MetricFinder,
  asked: SeriesRequest,
  findQuestion: FindQuestion,
): Promise<readonly [Series, Series | null]> {
  try {
    const { metric, request } = await readSeriesRequest(findMetric, asked, findQuestion)
    return await runSeries(ask, metric, request)
  } catch (error) {
    throw placed(error, asked.path)
  }
}

/** Runs series together; an invalid one does not run, and is null like the others that did not. */
export async function askTogether(
  ask: MetricAsk,
  findMetric: MetricFinder,
  asked: readonly SeriesRequest[],
  findQuestion: FindQuestion,
): Promise<readonly SeriesTogether[]> {
  return runTogether(
    ask,
    await Promise.all(asked.map((one) => orNull(readSeriesRequest(findMetric, one, findQuestion)))),
  )
}

async function readSeriesRequest(
  findMetric: MetricFinder,
  asked: SeriesRequest,
  findQuestion: FindQuestion,
): Promise<MetricSeries> {
  const { parameters: given, filters, shared, dimensions, totalsOnly } = asked
  const saved = await findQuestion(asked.metric)
  const texts = saved === null ? given : mergedParameters(saved, given)
  const { metric, parameters } = findMetric(saved?.metric ?? asked.metric, texts)
  if (metric.answer !== 'series') throw invalid('metric', `metric ${metric.key} is not a time series`)
  const conditions = [
    ...(saved?.conditions ?? []),
    ...bodyConditions(filters, 'filters'),
    ...bodyConditions(shared, sharedPath),
  ]
  const audience = asked.audience === undefined ? null : audienceAt(asked.audience)
  const trees = [...treesOf(asked.filter, 'filter'), ...treesOf(asked.sharedFilter, sharedTree)]
  const own = metricRequest(metric, parameters, conditions)
  if (audience !== null && own.audience !== null)
    throw invalid('metric', 'the saved question has an audience of its own; remove that of the body')
  const both = { trees: [...own.trees, ...trees], audience: audience ?? own.audience }
  return { metric, request: { ...own, ...both, dimensions, totalsOnly } }
}

/** No path inside a series begins with a slash. */
const sharedPath = '/filters'
const sharedTree = '/filter'
const sharedAudience = '/audience'

function placed(error: unknown, place: string): unknown {
  if (place === '' || !(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') return error
  const isShared = (path: string): boolean => path.startsWith(sharedTree) || path.startsWith(sharedAudience)
  if (error.details.some(({ path }) => isShared(path))) return error
  const details = error.details.map(({ path, message }) => ({
    path: `/${place}/${path.replace(/^\//, '')}`,
    message,
  }))
  return new ServiceError('VALIDATION_ERROR', `${place}: ${error.message}`, { details, cause: error })
}
