import fc from 'fast-check'
import type { MetricBucket, MetricRow } from '../../../contract/index.js'
import { metricTypes, temporalities } from '../../../contract/index.js'
import { propertyNames, texts, weirdNumbers } from './vocabulary.js'

type UnnumberedMetric = Omit<MetricRow, 'seq'>

const exact = (): fc.Arbitrary<number> => fc.integer({ min: -400, max: 400 }).map((n) => n / 4)
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null, freq: 4 })
const wild = (): fc.Arbitrary<number | null> => orNull(fc.constantFrom(...weirdNumbers))

const labels = (): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc
    .array(fc.tuple(fc.constantFrom(...propertyNames), fc.constantFrom(...texts)), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries))

/** Ascending, sometimes with the one without an upper bound. */
const buckets = (): fc.Arbitrary<readonly MetricBucket[]> =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(-1, 0, 0.25, 1, 2.5, 100), { maxLength: 4 }),
      fc.boolean(),
      fc.array(fc.nat({ max: 6 }), { minLength: 5, maxLength: 5 }),
    )
    .map(([bounds, open, counts]) =>
      [...bounds.sort((a, b) => a - b), ...(open ? [null] : [])].map((le, index) => ({
        le,
        count: counts[index] ?? 0,
      })),
    )

const drawn = (timestamp: fc.Arbitrary<number>, message_id: fc.Arbitrary<string | null>) =>
  fc.record({
    timestamp,
    name: fc.constantFrom('cpu', 'http.duration', 'Requests/total:sum', "it's"),
    type: fc.constantFrom(...metricTypes),
    temporality: fc.constantFrom(...temporalities),
    unit: fc.constantFrom(null, 'ms', '%'),
    service: fc.constantFrom(null, 'api', 'wörker'),
    source: fc.constantFrom(null, 'host-1', 'host-2'),
    labels: labels(),
    value: exact(),
    sum: orNull(exact()),
    min: wild(),
    max: wild(),
    buckets: buckets(),
    message_id,
  })

/** Points of all types; a histogram's count is the sum of its buckets. */
export const metric = (
  timestamp: fc.Arbitrary<number>,
  messageId: fc.Arbitrary<string | null>,
): fc.Arbitrary<UnnumberedMetric> =>
  drawn(timestamp, messageId).map((point) => {
    const { name, type, source, service } = point
    const temporality = type === 'gauge' ? 'cumulative' : point.temporality
    const names = Object.keys(point.labels).sort()
    const texts = names.map((key) => point.labels[key] ?? '')
    const common = {
      ...point,
      temporality,
      label_names: JSON.stringify(names),
      series: JSON.stringify([name, type, temporality, source, service, names, texts]),
    }
    if (type !== 'histogram') return { ...common, count: null, sum: null, min: null, max: null, buckets: [] }
    const count = point.buckets.reduce((sum, bucket) => sum + bucket.count, 0)
    return { ...common, value: null, count }
  })
