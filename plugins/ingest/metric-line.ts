import { metricTypes, mustBeOneOf, temporalities, type JsonObject } from '../../contract/index.js'
import type { DraftMetric } from './pending-batch.js'
import { optionalText, requiredText, without } from './fields.js'
import { LineError } from './line-error.js'
import { readHistogram } from './metric-histogram.js'
import { readLabels } from './metric-labels.js'
import { optionalNumber } from './metric-number.js'
import { readTimestamp } from './timestamp.js'

const ownKeys = {
  common: ['name', 'type', 'temporality', 'unit', 'labels', 'service', 'source', 'timestamp', 'message_id'],
  value: ['value'],
  histogram: ['count', 'sum', 'min', 'max', 'buckets'],
}
const keysOf = {
  gauge: new Set([...ownKeys.common, ...ownKeys.value]),
  counter: new Set([...ownKeys.common, ...ownKeys.value]),
  histogram: new Set([...ownKeys.common, ...ownKeys.histogram]),
}

type Numbers = Pick<DraftMetric, 'value' | 'count' | 'sum' | 'min' | 'max' | 'buckets'>

/** Reads one cleaned item of POST /v1/metrics. Throws LineError, also for an unknown member. */
export function readMetric(item: JsonObject, now: number): DraftMetric {
  const type = choice(item, 'type', metricTypes)
  const [unknown] = Object.keys(without(item, keysOf[type]))
  if (unknown !== undefined)
    throw new LineError(`a ${type} must have no members other than ${[...keysOf[type]].join(', ')}`)
  const temporality = choice(item, 'temporality', temporalities)
  return {
    timestamp: readTimestamp(item['timestamp'], now),
    name: requiredText(item, 'name'),
    type,
    temporality: type === 'gauge' ? 'cumulative' : temporality,
    unit: optionalText(item, 'unit'),
    service: optionalText(item, 'service'),
    source: optionalText(item, 'source'),
    labels: readLabels(item),
    message_id: optionalText(item, 'message_id'),
    ...(type === 'histogram' ? readHistogram(item) : readValue(item, type)),
  }
}

/** One of the options; the first if the member is missing. */
function choice<T extends string>(item: JsonObject, name: string, options: readonly [T, ...T[]]): T {
  const value = item[name]
  const found = value === undefined ? options[0] : options.find((option) => option === value)
  if (found === undefined) throw new LineError(mustBeOneOf(name, options))
  return found
}

function readValue(item: JsonObject, type: 'gauge' | 'counter'): Numbers {
  const value = optionalNumber(item, 'value')
  if (value === null) throw new LineError('value must be a number')
  if (type === 'counter' && value < 0) throw new LineError('the value of a counter must not be negative')
  return { value, count: null, sum: null, min: null, max: null, buckets: [] }
}
