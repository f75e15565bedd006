import type { JsonObject, JsonValue, MetricBucket } from '../../contract/index.js'
import { isObject } from './clean.js'
import type { DraftMetric } from './pending-batch.js'
import { LineError } from './line-error.js'
import { optionalNumber, readCount } from './metric-number.js'

type Histogram = Pick<DraftMetric, 'value' | 'count' | 'sum' | 'min' | 'max' | 'buckets'>

const mostBuckets = 1_000

/**
 * Reads a histogram's numbers: `count` and the optional `sum`, `min`, `max` and `buckets`. Bucket counts are not
 * cumulative and must add up to `count`. Throws LineError.
 */
export function readHistogram(item: JsonObject): Histogram {
  const count = readCount(item['count'], 'count')
  const [min, max] = [optionalNumber(item, 'min'), optionalNumber(item, 'max')]
  if (min !== null && max !== null && min > max) throw new LineError('min must not be greater than max')
  const buckets = readBuckets(item['buckets'])
  const observed = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  if (buckets.length > 0 && observed !== count)
    throw new LineError(
      `bucket counts must add up to count (${count}), not ${observed}; send each bucket's own count, not a running total`,
    )
  return { value: null, count, sum: optionalNumber(item, 'sum'), min, max, buckets }
}

function readBuckets(value: JsonValue | undefined): readonly MetricBucket[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new LineError('buckets must be a list of {le, count}')
  if (value.length > mostBuckets) throw new LineError(`buckets must not have more than ${mostBuckets} items`)
  const buckets = (value as readonly JsonValue[]).map(readBucket).sort(byBound)
  if (buckets.some(({ le }, index) => index > 0 && le === buckets[index - 1]?.le))
    throw new LineError('buckets must not have the same le twice')
  return buckets
}

function readBucket(value: JsonValue): MetricBucket {
  if (!isObject(value)) throw new LineError('a bucket must be an object {le, count}')
  const { le, count, ...others } = value
  if (Object.keys(others).length > 0)
    throw new LineError('a bucket must have no members other than le and count')
  return { le: readBound(le), count: readCount(count, 'the count of a bucket') }
}

/** The upper bound; null for the bucket without one, in every spelling that clients use. */
function readBound(value: JsonValue | undefined): number | null {
  if (value === undefined || value === null || value === '+Inf' || value === 'Inf') return null
  if (typeof value === 'number') return value
  throw new LineError('le must be a number, or "+Inf" or null for the bucket without an upper bound')
}

const byBound = (a: MetricBucket, b: MetricBucket): number => (a.le ?? Infinity) - (b.le ?? Infinity) || 0
