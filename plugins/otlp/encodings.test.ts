import fc from 'fast-check'
import protobuf from 'protobufjs'
import t from 'tap'
import { bucketsOf } from './exponential.js'
import { readJson } from './json.js'
import { logRecords } from './logs.js'
import { dataPoints } from './metrics.js'
import { readProtobuf } from './protobuf.js'
import { logsRequest, metricsRequest, tracesRequest } from './schema.js'
import { at, encode, logsMessage, time, withoutIds } from './test-otlp.js'

t.test('exponential histograms with their bounds written out', (t) => {
  const side = (offset: number, ...bucketCounts: number[]) => ({ offset, bucketCounts })
  t.strictSame(bucketsOf({ scale: 0, positive: side(-1, 1, 2, 0, 3), zeroCount: '4' }), [
    { le: 0, count: 4 },
    { le: 0.5, count: 0 },
    { le: 1, count: 1 },
    { le: 2, count: 2 },
    { le: 4, count: 0 },
    { le: 8, count: 3 },
  ])
  t.strictSame(
    bucketsOf({ scale: 0, negative: side(0, 5, 6), positive: side(0, 1), zeroCount: 2, zeroThreshold: 0.25 }),
    [
      { le: -4, count: 0 },
      { le: -2, count: 6 },
      { le: -1, count: 5 },
      { le: 0.25, count: 2 },
      { le: 1, count: 0 },
      { le: 2, count: 1 },
    ],
  )
  t.strictSame(
    bucketsOf({ scale: 20, positive: side(0, ...Array.from({ length: 160 }, () => 1)) }),
    [
      { le: 1, count: 0 },
      { le: 2 ** (1 / 8), count: 160 },
    ],
    'a finer scale is kept at 3, and no count is split',
  )
  t.strictSame(bucketsOf({ scale: -11, positive: side(0, 7) }), [
    { le: 1, count: 0 },
    { le: null, count: 7 },
  ])
  t.strictSame(bucketsOf({}), [])
  const counts = fc.array(fc.nat(1000), { maxLength: 300 })
  const anySide = fc.record({ offset: fc.integer(), bucketCounts: counts })
  fc.assert(
    fc.property(fc.integer(), anySide, anySide, fc.nat(9), (scale, positive, negative, zeroCount) => {
      const buckets = bucketsOf({ scale, positive, negative, zeroCount })
      const given = [...positive.bucketCounts, ...negative.bucketCounts, zeroCount].reduce((a, b) => a + b, 0)
      const bounds = buckets.map(({ le }) => le ?? Infinity)
      return (
        buckets.length <= 1_000 &&
        buckets.reduce((all, { count }) => all + (count ?? 0), 0) === given &&
        bounds.every((le, index) => !Number.isNaN(le) && (index === 0 || le > (bounds[index - 1] ?? le)))
      )
    }),
  )
  const values = fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(values, fc.integer({ min: -2, max: 8 }), (observed, scale) => {
      // The index as the data model defines it: the bucket above b^index, up to b^(index+1).
      const indexes = observed.map((value) => Math.ceil(Math.log2(value) * 2 ** scale) - 1)
      const offset = Math.min(...indexes)
      const bucketCounts = Array.from({ length: Math.max(...indexes) - offset + 1 }, () => 0)
      for (const index of indexes) bucketCounts[index - offset] = (bucketCounts[index - offset] ?? 0) + 1
      const buckets = bucketsOf({ scale, positive: { offset, bucketCounts } })
      let below = 0
      return buckets.every(({ le, count }) => {
        below += count ?? 0
        const bound = le ?? Infinity
        const most = observed.filter((value) => value <= bound * (1 + 1e-9)).length
        const least = observed.filter((value) => value <= bound * (1 - 1e-9)).length
        return below >= least && below <= most
      })
    }),
  )
  t.end()
})

t.test('protobuf', (t) => {
  const read = [...logRecords(readProtobuf(encode('Logs', logsMessage), logsRequest))]
  t.strictSame(withoutIds(read), [
    {
      timestamp: at,
      level: 'warning',
      source: 'h',
      message: {
        bytes: 'AQI=',
        trace_id: '5b8efff798038103d269b633813fc60c',
        resource: {},
        scope: { name: 'n', version: '1' },
        a: [-1, 0.5, false],
      },
    },
  ])
  const point = { time, count: 3, sum: 1.5, quantiles: [{ quantile: 0.5, value: 2 }] }
  const summary = {
    resourceMetrics: [{ metrics: [{ metrics: [{ name: 's', unit: 'ms', summary: { points: [point] } }] }] }],
  }
  t.match(withoutIds([...dataPoints(readProtobuf(encode('Metrics', summary), metricsRequest))]), [
    { name: 's', type: 'gauge', unit: 'ms', value: 2, labels: { quantile: '0.5' } },
    { name: 's_count', value: 3 },
    { name: 's_sum', value: 1.5 },
  ])
  t.strictSame(readProtobuf(new Uint8Array(), tracesRequest), {})
  const tooBig = { code: 'PAYLOAD_TOO_LARGE' }
  t.throws(
    () => readProtobuf(Buffer.alloc(4_000_000, Buffer.from([0x0a, 0])), logsRequest),
    tooBig,
    'many empty messages',
  )
  t.throws(() => readJson(Buffer.from(`{"a":[${'{},'.repeat(3_000_000)}{}]}`)), tooBig)
  t.throws(() => readJson(Buffer.from(`{"a":${'['.repeat(1_000_000)}`)), /nested deeper/)
  let deep = encode('Any', { s: 'x' })
  for (let level = 0; level < 300; level++) {
    const inner = protobuf.Writer.create().uint32(0x0a).bytes(deep).finish()
    deep = Buffer.from(protobuf.Writer.create().uint32(0x2a).bytes(inner).finish())
  }
  const wrapped = [0x2a, 0x12, 0x12, 0x0a].reduce(
    (bytes, tag) => Buffer.from(protobuf.Writer.create().uint32(tag).bytes(bytes).finish()),
    deep,
  )
  t.throws(() => readProtobuf(wrapped, logsRequest), /nested deeper/)
  t.end()
})
