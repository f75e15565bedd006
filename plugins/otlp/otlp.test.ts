import fc from 'fast-check'
import protobuf from 'protobufjs'
import t from 'tap'
import type { JsonObject } from '../../core/contract/index.js'
import { clientBench, memory, quietly } from '../../test/clients/client-bench.js'
import { bucketsOf } from './exponential.js'
import { readJson } from './json.js'
import { logRecords } from './logs.js'
import { dataPoints } from './metrics.js'
import { readProtobuf } from './protobuf.js'
import { logsRequest, metricsRequest, tracesRequest } from './schema.js'
import { severityOf } from './severity.js'
import type { Translated } from './translated.js'
import type { Tree } from './tree.js'

t.setTimeout(120_000)

const time = '1767607200123456789'
const at = 1767607200123

const metrics = (metric: object, resource: object = {}, scope: object = {}): readonly Translated[] => [
  ...dataPoints({
    resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: [{ name: 'm', ...metric }] }] }],
  }),
]
const logs = (...logRecordsGiven: readonly object[]): readonly Translated[] => [
  ...logRecords({ resourceLogs: [{ scopeLogs: [{ logRecords: logRecordsGiven }] }] }),
]
/** The lines without their ids, and what was refused as its reason. */
const told = (translated: readonly Translated[]): unknown[] =>
  translated.flatMap((one): unknown[] => {
    if ('refused' in one) return [one.refused]
    return one.lines.map((line) => {
      const { message_id, ...rest } = line
      t.match(message_id, /^otlp-[\w-]{22}/)
      return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
    })
  })
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
    told(
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
      'timeUnixNano is no time',
      'stringValue is no text',
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
  t.match(logs({ timeUnixNano: time, body: { stringValue: 'x'.repeat(1_100_000) } }), [{ refused: /1 MB/ }])
  let nested: object = { stringValue: 'x' }
  for (let depth = 0; depth < 30; depth++) nested = { arrayValue: { values: [nested] } }
  t.match(logs({ timeUnixNano: time, body: nested }), [{ refused: /nested deeper/ }])
  t.end()
})

t.test('sums, gauges and what has no value', (t) => {
  const sum = (dataPoint: object, more: object = { aggregationTemporality: 2, isMonotonic: true }) =>
    metrics({ sum: { dataPoints: [{ timeUnixNano: time, ...dataPoint }], ...more } })
  const counter = { name: 'm', type: 'counter', temporality: 'cumulative', labels: {}, timestamp: at }
  const gauge = { name: 'm', type: 'gauge', labels: {}, timestamp: at }
  t.strictSame(told(sum({ asInt: '7' })), [{ ...counter, value: 7 }])
  t.strictSame(told(sum({ asDouble: 0 })), [{ ...counter, value: 0 }])
  const delta = { aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA' }
  t.strictSame(told(sum({ asInt: 7 }, { ...delta, isMonotonic: true })), [
    { ...counter, temporality: 'delta', value: 7 },
  ])
  t.strictSame(told(sum({ asInt: -7 }, delta)), [{ ...gauge, value: -7 }], 'a gauge of changes')
  t.strictSame(told(sum({ asInt: 7 }, { isMonotonic: true })), [
    'a sum or histogram needs a temporality, delta or cumulative',
  ])
  t.strictSame(told(sum({})), ['the data point has no value'])
  t.strictSame(told(sum({ asInt: 'x' })), ['asInt is no number'])
  t.strictSame(told(sum({ asInt: 1, timeUnixNano: '0' })), ['the data point has no time'])
  t.strictSame(told(sum({ flags: 1 })), [], 'no recorded value')
  t.strictSame(told(sum({ asDouble: 'NaN' })), [])
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
    told(
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
    'a histogram has one bucket more than bounds',
  ])
  const quantileValues = [{ value: 4 }, { quantile: 0.99, value: 9.5 }, { quantile: 1, value: 'NaN' }]
  const point = { timeUnixNano: time, count: 10, sum: 55, quantileValues }
  t.match(told(metrics({ unit: 's', summary: { dataPoints: [point] } })), [
    { type: 'gauge', labels: { quantile: '0' }, value: 4, unit: 's' },
    { type: 'gauge', labels: { quantile: '0.99' }, value: 9.5 },
    { name: 'm_count', type: 'counter', temporality: 'cumulative', value: 10 },
    { name: 'm_sum', type: 'counter', value: 55 },
  ])
  t.end()
})

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
      // The index as the data model gives it: the bucket above b^index, up to b^(index+1).
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

const proto = protobuf.parse(`syntax = "proto3";
  message Any { oneof value { string s = 1; bool b = 2; int64 i = 3; double d = 4; Array a = 5; List l = 6; bytes y = 7; } }
  message Array { repeated Any values = 1; }
  message Pair { string key = 1; Any value = 2; }
  message List { repeated Pair values = 1; }
  message Resource { repeated Pair attributes = 1; uint32 dropped = 2; }
  message Scope { string name = 1; string version = 2; }
  message Record {
    fixed64 time = 1; fixed64 observed = 11; int32 number = 2; string text = 3; Any body = 5; repeated Pair attributes = 6;
    uint32 dropped = 7; fixed32 flags = 8; bytes trace = 9; bytes span = 10; string event = 12; }
  message ScopeLogs { Scope scope = 1; repeated Record records = 2; string schema = 3; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs logs = 2; string schema = 3; }
  message Logs { repeated ResourceLogs resource_logs = 1; }
  message Quantile { double quantile = 1; double value = 2; }
  message SummaryPoint { repeated Pair attributes = 7; fixed64 time = 3; fixed64 count = 4; double sum = 5; repeated Quantile quantiles = 6; uint32 flags = 8; }
  message Summary { repeated SummaryPoint points = 1; }
  message Metric { string name = 1; string description = 2; string unit = 3; Summary summary = 11; }
  message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics metrics = 2; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message Span { bytes trace = 1; string name = 5; }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { repeated ScopeSpans spans = 2; }
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message Partial { int64 rejected = 1; string message = 2; }
  message Response { Partial partial = 1; }
  message Status { int32 code = 1; string message = 2; }`).root
const encode = (type: string, value: object): Buffer => {
  const message = proto.lookupType(type)
  return Buffer.from(message.encode(message.fromObject(value)).finish())
}
const decode = (type: string, bytes: Uint8Array): object => {
  const message = proto.lookupType(type)
  return message.toObject(message.decode(bytes), { longs: Number })
}

const logsMessage = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'host.name', value: { s: 'h' } }], dropped: 2 },
      logs: [
        {
          scope: { name: 'n', version: '1' },
          schema: 'skipped',
          records: [
            {
              time,
              number: 13,
              body: {
                l: {
                  values: [{ key: 'a', value: { a: { values: [{ i: -1 }, { d: 0.5 }, { b: false }] } } }],
                },
              },
              attributes: [{ key: 'bytes', value: { y: Buffer.from([1, 2]) } }],
              trace: Buffer.from('5b8efff798038103d269b633813fc60c', 'hex'),
              span: Buffer.alloc(8),
              dropped: 3,
              flags: 1,
            },
          ],
        },
      ],
    },
  ],
}

t.test('protobuf', (t) => {
  const read = [...logRecords(readProtobuf(encode('Logs', logsMessage), logsRequest))]
  t.strictSame(told(read), [
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
  t.match(told([...dataPoints(readProtobuf(encode('Metrics', summary), metricsRequest))]), [
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

/** Any JSON of the names that OTLP has, at places where it has them or not. */
const anyJson = (): fc.Arbitrary<Tree> => {
  const names = [
    'resourceLogs',
    'scopeLogs',
    'logRecords',
    'resource',
    'scope',
    'attributes',
    'key',
    'value',
    'body',
    'stringValue',
  ]
    .concat([
      'intValue',
      'kvlistValue',
      'arrayValue',
      'values',
      'timeUnixNano',
      'severityNumber',
      'resourceMetrics',
      'scopeMetrics',
    ])
    .concat([
      'metrics',
      'name',
      'sum',
      'histogram',
      'exponentialHistogram',
      'summary',
      'dataPoints',
      'asInt',
      'count',
      'bucketCounts',
    ])
    .concat([
      'explicitBounds',
      'scale',
      'positive',
      'offset',
      'aggregationTemporality',
      'quantileValues',
      'flags',
      '__proto__',
      '',
    ])
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant(time),
    fc.integer(),
    fc.constant(1e308),
    fc.constant(-0),
  )
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 5 }),
    ),
  }))
  return fc.record({
    resourceLogs: fc.array(
      fc.record({ scopeLogs: fc.array(fc.record({ logRecords: fc.array(tree) })), resource: tree }),
    ),
    resourceMetrics: fc.array(
      fc.record({ scopeMetrics: fc.array(fc.record({ metrics: fc.array(tree), scope: tree })) }),
    ),
    resourceSpans: tree,
  })
}

t.test('over HTTP', async (t) => {
  const told = quietly(t)
  const bench = await clientBench(t, memory)
  const post = async (
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await fetch(`${bench.base}/otlp/v1/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': bench.key, ...headers },
      body: body as string,
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      retryAfter: answer.headers.get('retry-after'),
      bytes,
    }
  }
  const json = async (path: string, body: unknown, headers = {}) => {
    const answer = await post(path, typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
    return [answer.status, JSON.parse(Buffer.from(answer.bytes).toString()) as JsonObject]
  }
  const record = { timeUnixNano: time, body: { stringValue: 'a' } }
  const request = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
  t.strictSame(await json('logs', request(record)), [200, {}])
  t.strictSame(await json('logs', JSON.stringify(request(record)), { 'content-type': 'text/plain' }), [
    200,
    {},
  ])
  const future = { ...record, timeUnixNano: '4000000000000000000' }
  t.match(await json('logs', request(record, future, { ...record, timeUnixNano: 'x' })), [
    200,
    {
      partialSuccess: {
        rejectedLogRecords: '2',
        errorMessage: /item 2: timestamp.*; item 3: timeUnixNano|item 3: .*; item 2: /,
      },
    },
  ])
  t.match(await json('logs', { resourceLogs: 5 }), [
    400,
    { code: 3, message: 'resourceLogs is no list of objects' },
  ])
  t.match(await json('logs', '{"resourceLogs":['), [400, { code: 3, message: 'the body is no JSON' }])
  t.match(await json('logs', '[]'), [400, { code: 3 }])
  t.match(await json('traces', { resourceSpans: [{ scopeSpans: [{ spans: [{}, {}] }] }] }), [
    200,
    { partialSuccess: { rejectedSpans: '2', errorMessage: 'spans are not kept here' } },
  ])
  t.strictSame(await json('traces', {}), [200, {}])

  const binary = { 'content-type': 'application/x-protobuf' }
  const good = await post('logs', encode('Logs', logsMessage), binary)
  t.match([good.status, good.type, good.bytes.length], [200, 'application/x-protobuf', 0])
  const spans = await post(
    'traces',
    encode('Traces', { resourceSpans: [{ spans: [{ spans: [{ name: 'a' }] }] }] }),
    binary,
  )
  t.strictSame(decode('Response', spans.bytes), {
    partial: { rejected: 1, message: 'spans are not kept here' },
  })
  const broken = await post('logs', encode('Logs', logsMessage).subarray(0, 40), binary)
  t.match(
    [broken.status, broken.type, decode('Status', broken.bytes)],
    [400, 'application/x-protobuf', { code: 3 }],
  )
  bench.failNext('before')
  const failed = await post(
    'logs',
    encode('Logs', { resourceLogs: [{ logs: [{ records: [{ time, text: 'new' }] }] }] }),
    binary,
  )
  t.match([failed.status, failed.retryAfter, decode('Status', failed.bytes)], [503, '1', { code: 14 }])
  bench.failNext('before')
  t.match(await json('logs', request({ ...record, body: { stringValue: 'b' } })), [503, { code: 14 }])
  t.equal((await post('logs', '{}', { 'x-api-key': 'nobody' })).status, 401)

  const many = Array.from({ length: 25_000 }, (_, n) => ({
    ...record,
    severityNumber: 1,
    body: { intValue: n },
  }))
  t.strictSame(await json('logs', request(...many)), [200, {}], 'more than the service takes at once')
  const trace = bench.rows('logs').filter(({ level }) => level === 'trace')
  t.equal(trace.length, 25_000)

  const faults: string[] = []
  await fc.assert(
    fc.asyncProperty(anyJson(), fc.constantFrom('logs', 'metrics', 'traces'), async (body, signal) => {
      const { status } = await post(signal, JSON.stringify(body), { 'content-type': 'application/json' })
      if (status !== 200 && status !== 400) faults.push(`${status} ${JSON.stringify(body).slice(0, 200)}`)
    }),
    { numRuns: 100 },
  )
  const message = encode('Logs', logsMessage)
  const change = fc.record({ at: fc.nat(message.length - 1), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.nat(message.length),
      fc.uint8Array(),
      async (changes, length, tail) => {
        const bytes = Buffer.concat([message.subarray(0, length), tail])
        for (const { at: place, to } of changes) if (place < bytes.length) bytes[place] = to
        for (const signal of ['logs', 'metrics']) {
          const { status } = await post(signal, bytes, binary)
          if (status !== 200 && status !== 400)
            faults.push(`${status} ${bytes.toString('hex').slice(0, 200)}`)
        }
      },
    ),
    { numRuns: 100 },
  )
  t.strictSame(faults.slice(0, 3), [])
  t.strictSame(told(), [])
})
