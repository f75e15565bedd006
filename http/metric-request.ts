import { invalid } from '../contract/index.js'
import type { AnyMetric } from '../core/kernel/definitions.js'
import { readBreakdown } from '../core/question/breakdown-request.js'
import type { MetricRequest } from '../core/run/ask-question.js'
import type { RawCondition } from '../core/question/raw-condition.js'
import type { NamedPoint } from '../core/run/run-people.js'
import type { CommonParameters } from './metric-schema.js'

function parsedJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(name, `${name} must be JSON`)
  }
}

/** Returns the point that the validated parameters name, to request the persons behind it. */
export function pointOf(parameters: object): NamedPoint {
  const { date, dimension, dimensions: text } = parameters as CommonParameters
  if (text === undefined) return { date, dimension }
  const dimensions = parsedJson(text, 'dimensions')
  if (!Array.isArray(dimensions) || !dimensions.every((one) => typeof one === 'string'))
    throw invalid('dimensions', 'dimensions must be a list of strings')
  return { date, dimension, dimensions }
}

/** Converts a metric's validated parameters into its request; its own parameters are those in its schema. */
export function metricRequest(
  metric: AnyMetric,
  parameters: object,
  conditions: readonly RawCondition[],
): MetricRequest {
  const common = parameters as CommonParameters
  const names = Object.keys(metric.params.properties)
  const own = Object.entries(parameters).filter(([name]) => names.includes(name))
  return {
    range: common.range,
    granularity: common.granularity,
    timezone: common.timezone,
    weekStart: common.week_start,
    conditions,
    trees: common.filter === undefined ? [] : [{ node: parsedJson(common.filter, 'filter'), path: 'filter' }],
    breakdown: readBreakdown({
      breakdown: common.breakdown,
      bins: common.breakdown_bins,
      ...(common.breakdowns !== undefined && { breakdowns: parsedJson(common.breakdowns, 'breakdowns') }),
    }),
    breakdownLimit: common.breakdown_limit,
    audience: common.audience === undefined ? null : { audience: common.audience, path: 'audience' },
    actor: common.actor ?? null,
    compare: common.compare ?? null,
    params: Object.fromEntries(own),
    limit: common.limit ?? 1,
    offset: common.offset ?? 0,
    countTotal: common.count_total ?? false,
  }
}
