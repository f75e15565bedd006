import t from 'tap'
import type { JsonObject } from '../../contract/index.js'
import { cleanItem } from './clean.js'
import { emptyPendingBatch, numbered } from './pending-batch.js'
import { LineError } from './line-error.js'
import { readMetric } from './metric-line.js'
import { labelNames, seriesKey } from './metric-series.js'

const now = Date.UTC(2026, 2, 10, 12)

const clean = (item: unknown): JsonObject => cleanItem(JSON.parse(JSON.stringify(item)))
const metric = (item: unknown) => readMetric(clean(item), now)
const errorOf = (item: unknown): string => {
  try {
    metric(item)
  } catch (error) {
    if (error instanceof LineError) return error.message
    throw error
  }
  return 'accepted'
}

const none = { value: null, count: null, sum: null, min: null, max: null, buckets: [] }
const bare = {
  timestamp: now,
  name: 'm',
  type: 'gauge',
  temporality: 'cumulative',
  unit: null,
  service: null,
  source: null,
  labels: {},
  message_id: null,
  ...none,
}

t.test('gauges and counters', (t) => {
  t.strictSame(metric({ name: 'm', value: -1.5 }), { ...bare, value: -1.5 })
  t.strictSame(
    metric({ name: 'm', value: 0, temporality: 'delta' }),
    { ...bare, value: 0 },
    'a gauge has none',
  )
  const full = {
    name: 'http.requests/total:sum',
    type: 'counter',
    temporality: 'delta',
    value: 7,
    unit: '1',
    service: 'api',
    source: 'host-1',
    timestamp: '2026-03-10T11:00:00.5Z',
    message_id: 'x',
    labels: { route: '/a', status: 200, ok: true, empty: '', nothing: null, 'a.b': 'é' },
  }
  t.strictSame(metric(full), {
    ...bare,
    ...full,
    timestamp: now - 3_599_500,
    labels: { route: '/a', status: '200', ok: 'true', 'a.b': 'é' },
  })
  t.equal(metric({ name: 'm', value: 1, unit: '', service: ' ' }).service, null)
  t.equal(metric({ name: 'm', value: 1, timestamp: 5 }).timestamp, 5)
  t.end()
})

t.test('histograms', (t) => {
  const histogram = { ...bare, type: 'histogram' }
  t.strictSame(metric({ name: 'm', type: 'histogram', count: 3 }), { ...histogram, count: 3 })
  const buckets = [{ count: 1 }, { le: 10, count: 2 }, { le: -1, count: 0 }]
  const read = metric({ name: 'm', type: 'histogram', count: 3, sum: 4.5, min: 0, max: 30, buckets })
  t.strictSame(read, {
    ...histogram,
    count: 3,
    sum: 4.5,
    min: 0,
    max: 30,
    buckets: [
      { le: -1, count: 0 },
      { le: 10, count: 2 },
      { le: null, count: 1 },
    ],
  })
  for (const le of ['+Inf', 'Inf', null])
    t.strictSame(metric({ name: 'm', type: 'histogram', count: 1, buckets: [{ le, count: 1 }] }).buckets, [
      { le: null, count: 1 },
    ])
  t.end()
})

t.test('rejected input', (t) => {
  const histogram = { name: 'm', type: 'histogram', count: 3 }
  const cases: [unknown, RegExp][] = [
    [{ value: 1 }, /name must be a non-empty string/],
    [{ name: 'x'.repeat(501), value: 1 }, /name must not be longer than 500/],
    [{ name: 'm' }, /value must be a number/],
    [{ name: 'm', value: '1' }, /value must be a number/],
    [{ name: 'm', value: 'NaN' }, /value must be a number/],
    [{ name: 'm', value: null }, /value must be a number/],
    [{ name: 'm', value: 1, type: 'summary' }, /type must be one of gauge, counter, histogram/],
    [{ name: 'm', value: 1, temporality: 'Delta' }, /temporality must be one of cumulative, delta/],
    [{ name: 'm', type: 'counter', value: -1 }, /must not be negative/],
    [{ name: 'm', value: 1, host: 'a' }, /a gauge must have no members other than name, type, .*value/],
    [{ name: 'm', value: 1, count: 1 }, /a gauge must have no members other than/],
    [{ ...histogram, value: 1 }, /a histogram must have no members other than/],
    [{ name: 'm', value: 1, labels: ['a'] }, /labels must be an object/],
    [{ name: 'm', value: 1, labels: { a: ['b'] } }, /label values must be strings, numbers or booleans/],
    [{ name: 'm', value: 1, labels: { a: { b: 1 } } }, /label values must be/],
    [{ name: 'm', value: 1, labels: { a: 'x'.repeat(501) } }, /label names and values must not be longer/],
    [
      { name: 'm', value: 1, labels: { ['x'.repeat(501)]: 'a' } },
      /label names and values must not be longer/,
    ],
    [
      {
        name: 'm',
        value: 1,
        labels: Object.fromEntries(Array.from({ length: 129 }, (_, n) => [`l${n}`, n])),
      },
      /labels must not have more than 128 members/,
    ],
    [{ name: 'm', value: 1, timestamp: 'soon' }, /timestamp must be/],
    [{ name: 'm', value: 1, timestamp: now + 90_000_000 }, /more than 24 hours/],
    [{ name: 'm', type: 'histogram' }, /count must be a non-negative integer/],
    [{ ...histogram, count: 1.5 }, /count must be a non-negative integer/],
    [{ ...histogram, count: -1 }, /count must be a non-negative integer/],
    [{ ...histogram, count: 2 ** 53 }, /count must be a non-negative integer/],
    [{ ...histogram, sum: '1' }, /sum must be a number/],
    [{ ...histogram, min: 2, max: 1 }, /min must not be greater than max/],
    [{ ...histogram, buckets: { le: 1 } }, /buckets must be a list/],
    [{ ...histogram, buckets: [3] }, /a bucket must be an object/],
    [
      { ...histogram, buckets: [{ le: 1, count: 3, x: 1 }] },
      /a bucket must have no members other than le and count/,
    ],
    [{ ...histogram, buckets: [{ le: 'a', count: 3 }] }, /le must be a number/],
    [{ ...histogram, buckets: [{ le: 1 }] }, /the count of a bucket must be a non-negative integer/],
    [
      {
        ...histogram,
        buckets: [
          { le: 1, count: 1 },
          { le: 1, count: 2 },
        ],
      },
      /the same le/,
    ],
    [{ ...histogram, buckets: [{ count: 1 }, { le: 'Inf', count: 2 }] }, /the same le/],
    [
      { ...histogram, buckets: [{ le: 1, count: 1 }, { count: 3 }] },
      /bucket counts must add up to count \(3\), not 4/,
    ],
    [
      { ...histogram, buckets: Array.from({ length: 1001 }, (_, le) => ({ le, count: 0 })) },
      /buckets must not have more than 1000 items/,
    ],
  ]
  for (const [item, message] of cases) t.match(errorOf(item), message, JSON.stringify(item).slice(0, 90))
  t.equal(errorOf({ ...histogram, count: 0, buckets: [] }), 'accepted')
  t.end()
})

t.test('a series is what its name, type, temporality, source, service and labels make it', (t) => {
  const one = {
    name: 'm',
    type: 'counter',
    temporality: 'delta',
    source: 'a',
    service: 'b',
    labels: { x: '1', y: '2' },
  } as const
  const others = [
    { ...one, name: 'n' },
    { ...one, type: 'gauge' as const },
    { ...one, temporality: 'cumulative' as const },
    { ...one, source: null },
    { ...one, source: 'b', service: 'a' },
    { ...one, labels: { x: '1' } },
    { ...one, labels: { x: '2', y: '1' } },
    { ...one, labels: { 'x","1': '1', y: '2' } },
    { ...one, labels: {} },
  ]
  t.equal(new Set([one, ...others].map(seriesKey)).size, others.length + 1)
  t.match(seriesKey(one), /^[\w-]{22}$/)
  t.equal(seriesKey({ ...one, labels: { y: '2', x: '1' } }), seriesKey(one))
  t.equal(labelNames({ b: '1', a: '2' }), '["a","b"]')
  const [row] = numbered({ ...emptyPendingBatch, metrics: [metric({ ...one, value: 1 })] }, () => 9).metrics
  t.match(row, { seq: 9, series: seriesKey(one), label_names: '["x","y"]' })
  t.end()
})
