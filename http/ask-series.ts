import { invalid, ServiceError, type Series, type SeriesRequest } from '../contract/index.js'
import { bodyConditions } from '../core/question/body-conditions.js'
import { audienceAt, treesOf, type MetricAsk } from '../core/run/ask-question.js'
import { runSeries } from '../core/run/run-series.js'
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
  request: SeriesRequest,
  findQuestion: FindQuestion,
): Promise<readonly [Series, Series | null]> {
  const { metric: asked, parameters: given, filters, shared, dimensions, totalsOnly, path } = request
  try {
    const saved = await findQuestion(asked)
    const texts = saved === null ? given : mergedParameters(saved, given)
    const { metric, parameters } = findMetric(saved?.metric ?? asked, texts)
    if (metric.answer !== 'series') throw invalid('metric', `metric ${metric.key} is not a time series`)
    const conditions = [
      ...(saved?.conditions ?? []),
      ...bodyConditions(filters, 'filters'),
      ...bodyConditions(shared, sharedPath),
    ]
    const audience = request.audience === undefined ? null : audienceAt(request.audience)
    const trees = [...treesOf(request.filter, 'filter'), ...treesOf(request.sharedFilter, sharedTree)]
    const own = metricRequest(metric, parameters, conditions)
    if (audience !== null && own.audience !== null)
      throw invalid('metric', 'the saved question has an audience of its own; remove that of the body')
    const both = { trees: [...own.trees, ...trees], audience: audience ?? own.audience }
    return await runSeries(ask, metric, { ...own, ...both, dimensions, totalsOnly })
  } catch (error) {
    throw placed(error, path)
  }
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
