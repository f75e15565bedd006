import t, { type Test } from 'tap'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { AggregationTemporalityPreference } from '@opentelemetry/exporter-metrics-otlp-http'
import type { LogRow, MetricRow } from '../../contract/index.js'
import { clientService, quietly, type ClientService } from './client-service.js'
import { clickHouse, postgres } from '../support/every-store.js'
import { memory } from '../support/named-store.js'
import { encodings, midnight, sendLogs, sendMetrics, type Encoding } from './otlp-sdk.js'

const beside = {
  resource: { 'service.instance.id': 'i-1', 'os.type': 'linux' },
  scope: { name: 'cart', version: '1.2' },
}

async function logsAreKept(t: Test, fixture: ClientService, encoding: Encoding): Promise<void> {
  const before = fixture.rows('logs').length
  const big = 2 ** 53 - 1
  await sendLogs(fixture, encoding, [
    {
      body: 'paid "all" Ünï 🚀',
      number: SeverityNumber.WARN,
      text: 'WARN',
      attributes: {
        'session.id': 's-1',
        'enduser.id': 'ann',
        'http.status_code': 502,
        big,
        rate: 0.25,
        ok: true,
        tags: ['a', 'b'],
        nested: { deep: { er: [1, { two: 2 }] } },
        message: 'the error’s own',
        trace_id: 'mine',
      },
    },
    { body: { type: 'order', items: [1, 2], total: 12.5 }, number: SeverityNumber.FATAL2, text: 'SEVERE' },
    { body: 17, number: SeverityNumber.TRACE4 },
    { body: false, number: SeverityNumber.DEBUG },
    { body: ['a', 1], number: SeverityNumber.ERROR, text: 'notice' },
    { attributes: { only: 'attributes' } },
    { body: new Uint8Array([1, 2, 255]) },
    { body: 'twice' },
    { body: 'twice' },
  ])
  const rows = fixture.rows('logs').slice(before)
  const told = rows.map(({ timestamp, level, service, source, session_id, message }: LogRow) => {
    t.equal(timestamp, midnight)
    t.strictSame([service, source], ['shop', 'web-1'])
    return [level, session_id, message]
  })
  t.strictSame(told, [
    [
      'warning',
      's-1',
      {
        ...beside,
        message: 'paid "all" Ünï 🚀',
        'enduser.id': 'ann',
        'http.status_code': 502,
        big,
        rate: 0.25,
        ok: true,
        tags: ['a', 'b'],
        nested: { deep: { er: [1, { two: 2 }] } },
        trace_id: 'mine',
        attributes: { message: 'the error’s own' },
      },
    ],
    ['critical', null, { ...beside, type: 'order', items: [1, 2], total: 12.5, severity_text: 'SEVERE' }],
    ['trace', null, { ...beside, message: '17' }],
    ['debug', null, { ...beside, message: 'false' }],
    ['notice', null, { ...beside, message: ['a', 1] }],
    ['info', null, { ...beside, only: 'attributes' }],
    ['info', null, { ...beside, message: 'AQL/' }],
    ['info', null, { ...beside, message: 'twice' }],
    ['info', null, { ...beside, message: 'twice' }],
  ])
  t.equal(
    new Set(rows.map(({ message_id }) => message_id)).size,
    rows.length,
    'every record has an id of its own',
  )
}

const common = { 'service.instance.id': 'i-1', 'otel.scope.name': 'cart' }
const told = ({ name, type, temporality, unit, service, source, labels, ...numbers }: MetricRow) => {
  const { value, count, sum, min, max, buckets } = numbers
  return { name, type, temporality, unit, service, source, labels, value, count, sum, min, max, buckets }
}
const sent = (given: Partial<MetricRow>) => ({
  temporality: 'cumulative',
  unit: null,
  service: 'shop',
  source: 'web-1',
  labels: common,
  value: null,
  count: null,
  sum: null,
  min: null,
  max: null,
  buckets: [],
  ...given,
})

async function metricsAreKept(
  t: Test,
  fixture: ClientService,
  encoding: Encoding,
  temporality: 'delta' | 'cumulative',
): Promise<void> {
  const before = fixture.rows('metrics').length
  const preference =
    temporality === 'delta'
      ? AggregationTemporalityPreference.DELTA
      : AggregationTemporalityPreference.CUMULATIVE
  const from = Date.now()
  await sendMetrics(fixture, encoding, preference)
  // Shutting down exports once more; in the first export each instrument has one point.
  const rows = fixture.rows('metrics').slice(before)
  for (const row of rows) t.ok(row.timestamp >= from && row.timestamp <= Date.now(), 'the time of the export')
  const first = ['requests', 'open', 'duration', 'size', 'temperature'].map((name) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) throw new Error(`no ${name}`)
    return told(row)
  })
  const [, , , size] = first
  t.strictSame(first, [
    sent({
      name: 'requests',
      type: 'counter',
      temporality,
      unit: '1',
      value: 5,
      labels: { ...common, 'http.route': '/a', ok: 'true' },
    }),
    sent({ name: 'open', type: 'gauge', value: 2 }),
    sent({
      name: 'duration',
      type: 'histogram',
      temporality,
      unit: 'ms',
      count: 4,
      sum: 1064,
      min: 4,
      max: 1000,
      buckets: [
        { le: 10, count: 2 },
        { le: 100, count: 1 },
        { le: null, count: 1 },
      ],
    }),
    sent({
      name: 'size',
      type: 'histogram',
      temporality,
      unit: 'By',
      count: 5,
      sum: 1006.5,
      min: 0,
      max: 1000,
      buckets: size?.buckets ?? [],
    }),
    sent({ name: 'temperature', type: 'gauge', value: 21.5, labels: { ...common, room: 'a', floor: '3' } }),
  ])
  // Each bucket's value lies inside it, and 4 exactly on its bound.
  const buckets = size?.buckets ?? []
  const held = [0, 1, 1.5, 4, 1000].map((value) => {
    const index = buckets.findIndex(({ le }) => le !== null && value <= le)
    return [buckets[index]?.count, value <= 4 || (buckets[index]?.le ?? 0) / 1000 < 1.1]
  })
  t.strictSame(held, [
    [1, true],
    [1, true],
    [1, true],
    [1, true],
    [1, true],
  ])
  t.equal(
    buckets.reduce((all, { count }) => all + count, 0),
    5,
  )
  t.ok(
    buckets.some(({ le }) => le === 4),
    'a power of two is a bound',
  )
}

await t.test('what the JS exporters send is what is stored', async (t) => {
  const fixture = await clientService(t, memory)
  for (const encoding of encodings)
    await t.test(encoding, async (t) => {
      await t.test('logs', (t) => logsAreKept(t, fixture, encoding))
      for (const temporality of ['delta', 'cumulative'] as const)
        await t.test(temporality, (t) => metricsAreKept(t, fixture, encoding, temporality))
    })
})

for (const store of [memory, clickHouse, postgres])
  await t.test(`answers on ${store.name}`, async (t) => {
    const told = quietly(t)
    const fixture = await clientService(t, store)
    const total = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<number> => {
      const answer = await fixture.service.call('GET', `/api/v1/metrics/${path}`, {
        workspace: fixture.id,
        query: { range: '24h', granularity: 'hourly', ...query },
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return Number(answer.body.data.total)
    }
    const metric = (name: string, fn: string) => total('infrastructure', { name, fn })
    fixture.failNext('before', 'after', 'after')
    await sendLogs(fixture, 'protobuf', [{ body: 'one' }, { body: 'same' }, { body: 'same' }])
    t.equal(fixture.appends(), 4, 'three tries failed, one of them before it was stored')
    t.equal(await total('logs'), 3, 'a retried request counts once, equal records count each')
    fixture.failNext('after')
    await sendMetrics(fixture, 'json gzip', AggregationTemporalityPreference.DELTA, 3)
    t.equal(await metric('requests', 'sum'), 15)
    t.equal(await metric('duration', 'count'), 12)
    t.equal(await metric('duration', 'sum'), 3 * 1064)
    t.equal(await metric('size', 'count'), 15)
    t.equal(await metric('size', 'min'), 0)
    t.equal(await metric('open', 'last'), 6)
    t.equal(await metric('temperature', 'avg'), 21.5)
    await sendMetrics(fixture, 'protobuf', AggregationTemporalityPreference.CUMULATIVE, 3)
    t.equal(
      await metric('requests', 'sum'),
      15 + 10,
      'of cumulative points the first is where counting starts',
    )
    t.strictSame(told(), [])
  })
