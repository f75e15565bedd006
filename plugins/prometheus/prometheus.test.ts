import fc from 'fast-check'
import protobuf from 'protobufjs'
import { compress } from 'snappyjs'
import t from 'tap'
import { clientService, quietly } from '../../test/clients/client-service.js'
import { memory } from '../../test/support/named-store.js'
import { createBounds } from './bounds.js'
import { snappyLength, unsnappy } from './snappy.js'
import { linesOf } from './translate.js'
import { Undecodable } from './undecodable.js'
import { readWriteRequest } from './write-request.js'

const proto = protobuf
  .parse(
    `syntax = "proto3";
  message Label { string name = 1; string value = 2; }
  message Sample { double value = 1; int64 timestamp = 2; }
  message Exemplar { repeated Label labels = 1; double value = 2; int64 timestamp = 3; }
  message Histogram { uint64 count_int = 1; double sum = 3; int64 timestamp = 15; }
  message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; repeated Exemplar exemplars = 3; repeated Histogram histograms = 4; }
  message Metadata { int32 type = 1; string family = 2; string help = 4; string unit = 5; }
  message WriteRequest { repeated TimeSeries timeseries = 1; repeated Metadata metadata = 3; }`,
  )
  .root.lookupType('WriteRequest')

type Labels = Readonly<Record<string, string>>
type Given = readonly [
  name: string,
  labels: Labels,
  ...samples: (readonly [value: number, timestamp: number])[],
]
const encode = (request: object): Buffer => Buffer.from(proto.encode(proto.fromObject(request)).finish())
const writeRequest = (...series: Given[]): Buffer =>
  encode({
    timeseries: series.map(([name, labels, ...samples]) => ({
      labels: Object.entries({ __name__: name, ...labels }).map(([key, value]) => ({ name: key, value })),
      samples: samples.map(([value, timestamp]) => ({ value, timestamp })),
    })),
  })
const at = Date.UTC(2026, 0, 5, 10)
const job = { job: 'api', instance: 'web-1:9100' }

const always = (): boolean => true
const lines = (isWhole: Parameters<typeof linesOf>[1], ...series: Given[]) =>
  linesOf(readWriteRequest(writeRequest(...series)), isWhole).map(({ message_id, ...rest }) => {
    t.match(message_id, /^prom-[\w-]{22}$/)
    return rest
  })

t.test('snappy', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat(50), (bytes, times) => {
      const content = Buffer.concat(Array.from({ length: times }, () => bytes))
      return unsnappy(compress(content)).equals(content)
    }),
  )
  const long = Buffer.from('0123456789'.repeat(9_000))
  t.ok(unsnappy(compress(long)).equals(long), 'long literals and copies')
  t.equal(snappyLength(compress(long)), long.length)
  for (const hex of [
    '',
    '80',
    'ffffffffff01',
    '05',
    '0400',
    '0500aa',
    '020001',
    '0401000000',
    '0206',
    '03008000',
    '04fcfaffffff00',
    'a08d060000',
  ])
    t.throws(() => unsnappy(Buffer.from(hex, 'hex')), /not a Snappy block/, hex)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        return unsnappy(bytes).length === snappyLength(bytes)
      } catch (error) {
        return error instanceof Undecodable
      }
    }),
    { numRuns: 3_000 },
  )
  t.end()
})

t.test('series', (t) => {
  const point = { service: 'api', source: 'web-1:9100', timestamp: at }
  t.strictSame(
    lines(
      always,
      ['up', job, [1, at], [0, at + 15_000]],
      ['requests_total', { ...job, code: '200' }, [5, at]],
      ['rpc_sum', job, [-2, at]],
      ['x_bucket', job, [3, at]],
      ['gone', job, [NaN, at], [Infinity, at], [-Infinity, at]],
    ),
    [
      { name: 'up', type: 'gauge', ...point, labels: {}, value: 1 },
      { name: 'up', type: 'gauge', ...point, labels: {}, timestamp: at + 15_000, value: 0 },
      { name: 'requests_total', type: 'counter', ...point, labels: { code: '200' }, value: 5 },
      { name: 'rpc_sum', type: 'gauge', ...point, labels: {}, value: -2 },
      { name: 'x_bucket', type: 'counter', ...point, labels: {}, value: 3 },
    ],
  )
  const id = (...series: Given): unknown =>
    linesOf(readWriteRequest(writeRequest(series)), always)[0]?.['message_id']
  t.equal(id('up', { a: '1', b: '2' }, [1, at]), id('up', { b: '2', a: '1' }, [9, at]), 'one point a time')
  t.equal(
    new Set([
      id('up', {}, [1, at]),
      id('up', {}, [1, at + 1]),
      id('up', job, [1, at]),
      id('down', {}, [1, at]),
    ]).size,
    4,
  )
  const request = encode({
    timeseries: [
      {
        labels: [{ name: '__name__', value: 'a' }],
        exemplars: [{ value: 1 }],
        samples: [{ value: 1 }],
        histograms: [{ sum: 1 }],
      },
    ],
    metadata: [{ type: 1, family: 'a', help: 'help', unit: 's' }],
  })
  const read = readWriteRequest(request)
  t.strictSame(read, [
    { labels: new Map([['__name__', 'a']]), samples: [{ value: 1, timestamp: 0 }], histograms: 1 },
  ])
  t.strictSame(readWriteRequest(new Uint8Array()), [])
  t.throws(() => readWriteRequest(Buffer.alloc(5_000_000, Buffer.from([0x0a, 0]))), {
    code: 'PAYLOAD_TOO_LARGE',
  })
  for (const hex of ['0a', '0a05', '0b', '0a020a05', '0a030a0a01', 'ff'])
    t.throws(() => readWriteRequest(Buffer.from(hex, 'hex')), /not a prometheus.WriteRequest/, hex)
  t.end()
})

t.test('histograms', (t) => {
  const bucket = (le: string, ...values: number[]): Given => [
    'd_bucket',
    { ...job, le },
    ...values.map((value, index) => [value, at + index * 1000] as const),
  ]
  const whole = [bucket('0.1', 2, 3), bucket('1.0', 5, 6), bucket('+Inf', 6, 9)]
  const rest: Given[] = [
    ['d_sum', job, [4.5, at], [7, at + 1000]],
    ['d_count', job, [6, at], [9, at + 1000]],
  ]
  const histogram = { name: 'd', type: 'histogram', service: 'api', source: 'web-1:9100', labels: {} }
  const first = {
    ...histogram,
    timestamp: at,
    count: 6,
    sum: 4.5,
    buckets: [
      { le: 0.1, count: 2 },
      { le: 1, count: 3 },
      { le: null, count: 1 },
    ],
  }
  const written = lines(always, ...whole, ...rest)
  t.strictSame(
    written.map((line) => line['name']),
    ['d_sum', 'd_sum', 'd_count', 'd_count', 'd', 'd'],
  )
  t.strictSame(written[4], first)
  t.match(written[5], { ...histogram, timestamp: at + 1000, count: 9, sum: 7 })
  t.strictSame(
    lines(always, ...whole.reverse())[0],
    { ...first, sum: null },
    'in any order, and without a sum',
  )
  const single = (...given: Given[]): unknown[] =>
    lines(always, ...given).map(({ name, labels, value }) => [name, labels, value])
  t.strictSame(
    single(bucket('0.1', 2), bucket('1', 5)),
    [
      ['d_bucket', { le: '0.1' }, 2],
      ['d_bucket', { le: '1' }, 5],
    ],
    'no end',
  )
  for (const odd of [
    [5, 2],
    [0.5, 2],
    [NaN, 2],
  ])
    t.ok(
      single(bucket('1', odd[0] ?? 0), bucket('+Inf', odd[1] ?? 0)).length === (Number.isNaN(odd[0]) ? 1 : 2),
      String(odd),
    )
  t.equal(single(bucket('x', 1), bucket('+Inf', 2)).length, 2)
  t.equal(single(bucket('1', 1), bucket('1.0', 1), bucket('+Inf', 2)).length, 3)

  const bounds = createBounds(2)
  const workspace = { id: 'w', number: 1 }
  const all = (series: string, ...given: string[]): boolean => bounds.areAll(workspace, series, given)
  t.strictSame(
    [all('s', '1', '+Inf'), all('s', '+Inf', '1'), all('s', '+Inf'), all('s', '1', '+Inf')],
    [true, true, false, true],
  )
  t.strictSame([all('s', '2', '+Inf'), all('s', '1', '2', '+Inf')], [false, true], 'a new bound')
  t.ok(all('s2', '+Inf'))
  t.ok(bounds.areAll({ id: 'other', number: 2 }, 's', ['+Inf']), 'of another workspace')
  t.ok(all('s', '+Inf'), 'the oldest is forgotten')
  t.end()
})

t.test('over HTTP', async (t) => {
  const logged = quietly(t)
  const fixture = await clientService(t, memory)
  const post = async (body: Uint8Array, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${fixture.base}/prometheus/api/v1/write`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.key}`, 'content-encoding': 'snappy', ...headers },
      body: body as unknown as string,
    })
    return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
  }
  const packed = (...series: Given[]): Uint8Array => compress(writeRequest(...series))
  const rows = () => fixture.rows('metrics').length
  t.strictSame(await post(packed(['up', job, [1, at]])), { status: 204, text: '', retryAfter: null })
  t.equal((await post(packed(['up', job, [2, at]]), { 'content-encoding': 'identity' })).status, 204)
  t.equal((await post(compress(encode({ metadata: [{ family: 'up', type: 2 }] })))).status, 204)
  t.equal((await post(compress(Buffer.alloc(0)))).status, 204)
  const stored = rows()
  const mixed = await post(
    packed(
      ['up', job, [1, at + 1]],
      ['up', job, [1, Date.now() + 1e9]],
      ['up', { a: 'x'.repeat(501) }, [1, at]],
    ),
  )
  t.match(mixed, { status: 422, text: /all but 2 samples are stored; .*up.*: / })
  t.equal(rows(), stored + 1)
  const native = encode({
    timeseries: [{ labels: [{ name: '__name__', value: 'a' }], histograms: [{ sum: 1 }] }],
  })
  t.match(await post(compress(native)), { status: 422, text: /native histograms/ })
  t.match(await post(Buffer.from('nonsense')), { status: 422, text: /not a Snappy block/ })
  t.match(await post(compress(Buffer.from('nonsense'))), {
    status: 422,
    text: /not a prometheus.WriteRequest/,
  })
  t.match(await post(Buffer.from('ffffffff0f00', 'hex')), { status: 413 })
  const second = { 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request' }
  t.match(await post(packed(['up', job, [1, at]]), second), { status: 415, text: /2\.0 is not supported/ })
  t.match(
    await post(packed(['up', job, [1, at]]), {
      'content-type': 'application/x-protobuf;proto=prometheus.WriteRequest',
    }),
    { status: 204 },
  )
  fixture.failNext('before')
  t.match(await post(packed(['up', job, [1, at + 2]])), { status: 503, retryAfter: '1' })
  t.equal((await post(packed(['up', job, [1, at]]), { authorization: 'Basic bm9ib2R5Og==' })).status, 401)
  const many = Array.from({ length: 12_000 }, (_, index): Given => [
    'many',
    { ...job, n: String(index) },
    [1, at],
  ])
  t.equal((await post(packed(...many))).status, 204, 'more than the service takes at once')

  const faults: string[] = []
  const good = writeRequest(['up', job, [1, at]], ['d_bucket', { le: '+Inf' }, [1, at]])
  const change = fc.record({ place: fc.nat(good.length - 1), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.nat(good.length),
      fc.uint8Array(),
      fc.boolean(),
      async (changes, length, tail, inside) => {
        const plain = Buffer.concat([good.subarray(0, length), tail])
        const bytes = inside ? plain : Buffer.from(compress(good))
        for (const { place, to } of changes) if (place < bytes.length) bytes[place] = to
        const { status } = await post(inside ? compress(bytes) : bytes)
        if (![204, 413, 422].includes(status)) faults.push(`${status} ${bytes.toString('hex').slice(0, 200)}`)
      },
    ),
    { numRuns: 200 },
  )
  t.strictSame(faults.slice(0, 3), [])
  t.strictSame(logged(), [])
})
