import t from 'tap'
import { logRecords } from './logs.js'
import { dataPoints } from './metrics.js'
import { severityOf } from './severity.js'
import { at, time, withoutIds } from './test-otlp.js'
import type { Translated } from './translated.js'

const metrics = (metric: object, resource: object = {}, scope: object = {}): readonly Translated[] => [
  ...dataPoints({
    resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: [{ name: 'm', ...metric }] }] }],
  }),
]
const logs = (...logRecordsGiven: readonly object[]): readonly Translated[] => [
  ...logRecords({ resourceLogs: [{ scopeLogs: [{ logRecords: logRecordsGiven }] }] }),
]
const ids = (translated: readonly Translated[]): unknown[] =>
  translated.flatMap((one) => ('lines' in one ? one.lines.map((line) => line['message_id']) : []))
const attributes = (values: Readonly<Record<string, object>>): object[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }))

t.test('severities', (t) => {
  const level = (number: number, text = ''): unknown[] => Object.values(severityOf(number, text))
  t.strictSame(
    [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, -1].map((number) => level(number)[0]),
    [
      'info',
      'trace',
      'trace',
      'debug',
      'debug',
      'info',
      'info',
      'warning',
      'warning',
      'error',
      'error',
    ].concat(['critical', 'critical', 'info', 'info']),
  )
  t.strictSame(level(9, ' Warn '), ['warn', null], 'a known word wins')
  t.strictSame(level(17, 'SEVERE'), ['error', 'SEVERE'], 'another one is kept beside the level')
  t.end()
})

t.test('log records as JSON has them', (t) => {
  const ofIds = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' }
  t.strictSame(
    withoutIds(
      logs(
        {
          timeUnixNano: time,
          severityNumber: 'SEVERITY_NUMBER_ERROR2',
          body: { stringValue: 'a' },
          ...ofIds,
          eventName: 'e',
        },
        { observedTimeUnixNano: time, body: { intValue: '9223372036854775807' }, spanId: '0000000000000000' },
        {
          timeUnixNano: Number(time),
          body: { doubleValue: 'NaN' },
          attributes: attributes({ n: { intValue: '-5' }, z: {} }),
        },
        {
          timeUnixNano: time,
          body: { kvlistValue: { values: attributes({ message: { boolValue: true } }) } },
        },
        { timeUnixNano: 'soon', body: { stringValue: 'a' } },
        { timeUnixNano: time, body: { stringValue: 5 } },
        { timeUnixNano: time, attributes: attributes({ 'session.id': { stringValue: 's' } }) },
        { timeUnixNano: time },
      ),
    ),
    [
      {
        timestamp: at,
        level: 'error',
        message: {
          trace_id: ofIds.traceId,
          span_id: ofIds.spanId,
          event_name: 'e',
          resource: {},
          scope: {},
          message: 'a',
        },
      },
      { timestamp: at, level: 'info', message: { resource: {}, scope: {}, message: '9223372036854775807' } },
      { timestamp: at, level: 'info', message: { n: -5, z: null, resource: {}, scope: {}, message: 'NaN' } },
      { timestamp: at, level: 'info', message: { resource: {}, scope: {}, message: true } },
      'timeUnixNano must be nanoseconds since 1970',
      'stringValue must be a string',
      { timestamp: at, level: 'info', session_id: 's', message: { resource: {}, scope: {}, message: '' } },
      { timestamp: at, level: 'info', message: { resource: {}, scope: {}, message: '' } },
    ],
  )
  const record = { timeUnixNano: time, body: { stringValue: 'a' } }
  const [first, second, other] = ids(logs(record, record, { ...record, observedTimeUnixNano: '5' }))
  t.equal(second, `${String(first)}-1`, 'equal records of one request are numbered')
  t.not(first, other)
  t.strictSame(ids(logs(record, record)), [first, second], 'and get the same numbers again')
  const timeless = logs({ body: { stringValue: 'a' } })
  t.match(timeless, [{ lines: [{ timestamp: null, message_id: null }] }], 'nothing tells these apart')
  t.match(logs({ timeUnixNano: time, body: { stringValue: 'x'.repeat(1_100_000) } }), [{ rejected: /1 MB/ }])
  let nested: object = { stringValue: 'x' }
  for (let depth = 0; depth < 30; depth++) nested = { arrayValue: { values: [nested] } }
  t.match(logs({ timeUnixNano: time, body: nested }), [{ rejected: /nested deeper/ }])
  t.end()
})

t.test('sums, gauges and what has no value', (t) => {
  const sum = (dataPoint: object, more: object = { aggregationTemporality: 2, isMonotonic: true }) =>
    metrics({ sum: { dataPoints: [{ timeUnixNano: time, ...dataPoint }], ...more } })
  const counter = { name: 'm', type: 'counter', temporality: 'cumulative', labels: {}, timestamp: at }
  const gauge = { name: 'm', type: 'gauge', labels: {}, timestamp: at }
  t.strictSame(withoutIds(sum({ asInt: '7' })), [{ ...counter, value: 7 }])
  t.strictSame(withoutIds(sum({ asDouble: 0 })), [{ ...counter, value: 0 }])
  const delta = { aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA' }
  t.strictSame(withoutIds(sum({ asInt: 7 }, { ...delta, isMonotonic: true })), [
    { ...counter, temporality: 'delta', value: 7 },
  ])
  t.strictSame(withoutIds(sum({ asInt: -7 }, delta)), [{ ...gauge, value: -7 }], 'a gauge of changes')
  t.strictSame(withoutIds(sum({ asInt: 7 }, { isMonotonic: true })), [
    'aggregationTemporality of a sum or histogram must be delta or cumulative',
  ])
  t.strictSame(withoutIds(sum({})), ['the data point must have a value'])
  t.strictSame(withoutIds(sum({ asInt: 'x' })), ['asInt must be a number'])
  t.strictSame(withoutIds(sum({ asInt: 1, timeUnixNano: '0' })), ['the data point must have a time'])
  t.strictSame(withoutIds(sum({ flags: 1 })), [], 'no recorded value')
  t.strictSame(withoutIds(sum({ asDouble: 'NaN' })), [])
  t.strictSame(ids(sum({ asInt: 1 })), ids(sum({ asInt: 2 })), 'a series has one point a time')
  const asked = (more: object, resource: object = {}) =>
    ids(metrics({ gauge: { dataPoints: [{ timeUnixNano: time, asInt: 1, ...more }] } }, resource))[0]
  const a = { key: 'a', value: { stringValue: '1' } }
  const b = { key: 'b', value: { intValue: 2 } }
  t.equal(asked({ attributes: [a, b] }), asked({ attributes: [b, a] }))
  const different = [{}, { attributes: [a] }, { timeUnixNano: `${time.slice(0, -1)}0` }].map((more) =>
    asked(more),
  )
  different.push(asked({}, { attributes: attributes({ 'service.name': { stringValue: 's' } }) }))
  different.push(asked({}, { attributes: attributes({ 'process.pid': { intValue: 7 } }) }))
  t.equal(new Set(different).size, 5)
  t.equal(asked({}, { attributes: attributes({ 'process.command': { stringValue: 'x' } }) }), different[0])
  t.end()
})

t.test('histograms and summaries', (t) => {
  const histogram = (dataPoint: object) =>
    withoutIds(
      metrics({
        histogram: { aggregationTemporality: 1, dataPoints: [{ timeUnixNano: time, ...dataPoint }] },
      }),
    )
  const line = { name: 'm', type: 'histogram', temporality: 'delta', labels: {}, timestamp: at }
  t.strictSame(
    histogram({ count: '3', sum: 6, bucketCounts: ['1', 2], explicitBounds: [5], min: 1, max: 'NaN' }),
    [
      {
        ...line,
        count: 3,
        sum: 6,
        min: 1,
        buckets: [
          { le: 5, count: 1 },
          { le: null, count: 2 },
        ],
      },
    ],
  )
  t.strictSame(
    histogram({ min: 0, max: 0 }),
    [{ ...line, count: 0, buckets: [] }],
    'nothing observed, no extremes',
  )
  t.strictSame(histogram({ count: 1, bucketCounts: [1], explicitBounds: [5] }), [
    'bucketCounts must have one item more than explicitBounds',
  ])
  const quantileValues = [{ value: 4 }, { quantile: 0.99, value: 9.5 }, { quantile: 1, value: 'NaN' }]
  const point = { timeUnixNano: time, count: 10, sum: 55, quantileValues }
  t.match(withoutIds(metrics({ unit: 's', summary: { dataPoints: [point] } })), [
    { type: 'gauge', labels: { quantile: '0' }, value: 4, unit: 's' },
    { type: 'gauge', labels: { quantile: '0.99' }, value: 9.5 },
    { name: 'm_count', type: 'counter', temporality: 'cumulative', value: 10 },
    { name: 'm_sum', type: 'counter', value: 55 },
  ])
  t.end()
})
