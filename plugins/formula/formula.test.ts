import t from 'tap'
import { openTopics, type Bench, type Body, type Point } from '../../test/http/topic.js'

t.setTimeout(300_000)
const topic = await openTopics(t)

const day = '2024-05-10'
const at = (date: string, device_id: string, event: string, properties: object = {}, more: object = {}) => ({
  event,
  device_id,
  session_id: `${device_id} ${date}`,
  timestamp: `2024-05-${date}:00:00Z`,
  properties,
  ...more,
})

/** POST /metrics/formula; anything but this status throws. */
const posting =
  ({ service, id }: Bench) =>
  async (
    formula: string,
    series: readonly (string | object)[],
    more: object = {},
    status = 200,
  ): Promise<Body> => {
    const body = {
      formula,
      series: series.map((one) => (typeof one === 'string' ? { metric: one } : one)),
      ...more,
    }
    const answer = await service.call('POST', '/api/v1/metrics/formula', { workspace: id, body })
    if (answer.status !== status) throw new Error(`${formula}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    return answer.body
  }
const valuesOf = ({ data }: Body): number[] => (data.points as readonly Point[]).map(({ value }) => value)
const shown = ({ data }: Body): unknown[][] =>
  (data.points as readonly Point[]).map(({ date, dimension, value }) => [date.slice(8), dimension, value])

const shop = [
  at('06T08', 'd1', 'view', { page: 'a' }),
  at('08T08', 'd1', 'view', { page: 'a' }),
  at('08T09', 'd1', 'buy', { page: 'a', amount: 10 }),
  at('08T10', 'd2', 'view', { page: 'b' }),
  at('10T08', 'd2', 'view', { page: 'a' }),
  at('10T09', 'd2', 'buy', { page: 'a', amount: 20 }),
  at('10T10', 'd2', 'buy', { page: 'c', amount: 2.5 }),
  at('10T11', 'd3', 'view', { page: 'b' }, { user_id: 'u3' }),
]
const range = '2024-05-08,2024-05-10'

await topic('per bucket and over the totals', `${day}T12:00:00Z`, async (t, bench) => {
  const post = posting(bench)
  await bench.send(shop)
  await bench.service.call('POST', '/v1/logs', {
    token: bench.ingestKey,
    body: [{ level: 'error', message: 'm', timestamp: `${day}T08:00:00Z` }],
  })
  const rate = await post('A / B * 100', ['event:buy', 'event:view'], { range })
  t.strictSame(rate, {
    data: {
      points: [
        { date: '2024-05-08', value: 50 },
        { date: '2024-05-09', value: 0 },
        { date: '2024-05-10', value: 100 },
      ],
      total: 75,
      min: 0,
      max: 100,
      avg: 50,
    },
  })
  const distinct = await post('A', ['dau'], { range })
  t.strictSame([valuesOf(distinct), distinct.data.total], [[2, 0, 2], 3], 'the total is not the sum')
  t.strictSame(valuesOf(await post('2 ** 3 - A * 0', ['dau'], { range })), [8, 8, 8], 'empty buckets count')
  const expected: Readonly<Record<string, readonly number[]>> = {
    dau: [2, 0, 2],
    wau: [2, 2, 3],
    mau: [2, 2, 3],
    events: [3, 0, 4],
    'event:buy': [1, 0, 2],
    sessions: [3, 0, 4],
    users: [0, 0, 1],
    logs: [0, 0, 1],
  }
  for (const [key, values] of Object.entries(expected))
    t.strictSame(valuesOf(await post('-A*-1', [key], { range })), values, key)

  const revenue = { metric: 'events_custom:sum', params: { property: 'amount', event: 'buy' } }
  const each = await post('A/B', [revenue, 'dau'], { range })
  t.strictSame([valuesOf(each), each.data.total], [[5, 0, 11.25], 32.5 / 3], 'parameters of the metric')
  const first = { metric: 'first_time:view', params: { lookback_days: 0, match_mode: true } }
  t.strictSame(valuesOf(await post('A', [first], { range })), [2, 0, 1], 'numbers and booleans too')

  const dear = { metric: 'events', filters: [{ field: 'amount', operator: 'gte', value: 5 }] }
  const filters = [{ field: 'page', value: 'a' }]
  t.strictSame(valuesOf(await post('A+10*B', [dear, 'events'], { range, filters })), [21, 0, 21])
  t.equal((await post('A', [dear], { range })).data.total, 2)

  const hours = { range, granularity: 'hour', timezone: 'Asia/Tokyo' }
  t.match((await post('A', ['events'], hours)).data.points[17], {
    date: '2024-05-08T17:00:00+09:00',
    value: 1,
  })
  t.strictSame(valuesOf(await post('A', ['events'], { range, granularity: 'monthly' })), [7])
  for (const series of [
    ['events', 'logs'],
    ['logs', 'events'],
  ])
    t.strictSame(
      valuesOf(await post('A+B', series, { range: 'all_time' })),
      [1, 0, 3, 0, 5],
      'from the very first',
    )
  t.equal((await post('A', ['events'])).data.points.length, 30)
  t.strictSame(await post('A+5', ['events'], { range: '2030-01-01,2030-01-02' }), {
    data: { points: [], total: 0, min: 0, max: 0, avg: 0 },
  })
})

const byPage = { breakdown: 'page' }
const views = { metric: 'event:view', ...byPage }
const buys = { metric: 'event:buy', ...byPage }

await topic('joined by dimension', `${day}T12:00:00Z`, async (t, bench) => {
  const post = posting(bench)
  await bench.send(shop)
  const both = await post('A/B', [buys, views], { range })
  t.strictSame(shown(both), [
    ['08', 'a', 1],
    ['08', 'b', 0],
    ['08', 'c', 0],
    ['09', 'a', 0],
    ['09', 'b', 0],
    ['09', 'c', 0],
    ['10', 'a', 1],
    ['10', 'b', 0],
    ['10', 'c', 0],
  ])
  t.equal(both.data.total, 0.75, 'the total is over all dimensions')
  const spread = await post('A + B*10', ['dau', views], { range })
  t.strictSame(shown(spread), [
    ['08', 'a', 12],
    ['08', 'b', 12],
    ['09', 'a', 0],
    ['09', 'b', 0],
    ['10', 'a', 12],
    ['10', 'b', 12],
  ])
  t.equal(spread.data.total, 43)
  const fewest = await post('-A', [buys], { range, granularity: 'monthly' })
  t.strictSame(
    shown(fewest),
    [
      ['01', 'c', -1],
      ['01', 'a', -2],
    ],
    'by the totals of the formula',
  )
  const constant = await post('A*0+7', [buys, views], { range, granularity: 'monthly' })
  t.strictSame(shown(constant), [
    ['01', 'a', 7],
    ['01', 'b', 7],
    ['01', 'c', 7],
  ])
  const nobody = await post('A+5', [{ metric: 'event:none', ...byPage }], { range })
  t.strictSame(nobody.data, { points: [], total: 0, min: 0, max: 0, avg: 0 })

  const one = { range, granularity: 'monthly', breakdown_limit: 1 }
  const agreeing = await post('A/B', [buys, views], one)
  t.strictSame(shown(agreeing), [
    ['01', 'a', 1],
    ['01', '(other)', 0.5],
  ])
  const cheap = { ...buys, filters: [{ field: 'amount', operator: 'lt', value: 5 }] }
  const all = { metric: 'events', ...byPage }
  const apart = await post('10*A/B + B', [cheap, all], one)
  t.strictSame(
    shown(apart),
    [
      ['01', 'c', 11],
      ['01', 'a', 4],
      ['01', '(other)', 2],
    ],
    'what one series tells apart is not among the others of another',
  )
  const compared = await post('10*A/B + B', [cheap, all], { ...one, compare: 'previous' })
  t.strictSame(shown(compared), shown(apart))
  t.strictSame(
    compared.data.comparison.previous_points.map((point: Point) => [point.dimension, point.value]),
    [
      ['c', 0],
      ['a', 1],
      ['(other)', 0],
    ],
  )
})

await topic('ranges and comparisons', `${day}T12:00:00Z`, async (t, bench) => {
  const post = posting(bench)
  await bench.send(shop)
  const earlier = { metric: 'events', range: '2024-05-06,2024-05-08' }
  const joined = await post('A - B', ['events', earlier], { range })
  t.strictSame(
    [valuesOf(joined), joined.data.total],
    [[0, 0, 4], 3],
    'by date, and its total over its own range',
  )
  const alone = await post('A', [earlier], { range })
  t.strictSame(
    [shown(alone).map(([date]) => date), valuesOf(alone)],
    [
      ['08', '09', '10'],
      [3, 0, 0],
    ],
  )
  t.equal(alone.data.total, 4)

  t.match((await post('A*2', ['events'], { range, compare: 'previous' })).data, {
    total: 14,
    comparison: {
      previous_total: 2,
      change: 12,
      percent_change: 600,
      previous_range: { from: '2024-05-05', to: '2024-05-07' },
      previous_points: [
        { date: '2024-05-05', value: 0 },
        { date: '2024-05-06', value: 2 },
        { date: '2024-05-07', value: 0 },
      ],
    },
  })
  t.match((await post('A+1', ['events'], { range, compare: 'yoy' })).data.comparison, {
    previous_total: 1,
    previous_range: { from: '2023-05-08', to: '2023-05-10' },
    previous_points: [{ value: 1 }, { value: 1 }, { value: 1 }],
  })
  const own = { metric: 'events', range: '2024-05-09,2024-05-10' }
  t.match((await post('A', [own], { range, compare: 'previous' })).data, {
    total: 4,
    points: [{ value: 0 }, { value: 0 }, { value: 4 }],
    comparison: {
      previous_total: 3,
      previous_range: { from: '2024-05-05', to: '2024-05-07' },
      previous_points: [{ value: 0 }, { value: 0 }, { value: 0 }],
    },
  })
})

await topic('any metric alone is itself', `${day}T12:00:00Z`, async (t, bench) => {
  const post = posting(bench)
  await bench.send(shop)
  const given: Readonly<Record<string, string>> = {
    event: 'buy',
    name: 'buy',
    property: 'amount',
  }
  const common = [
    { range, granularity: 'daily' },
    { range: '30h', granularity: 'hourly', timezone: 'Asia/Tokyo', compare: 'previous' },
    { range, granularity: 'weekly', breakdown: 'page', breakdown_limit: 1, compare: 'previous' },
  ]
  const told = (points: readonly Point[]) =>
    points
      .filter(({ value }) => value !== 0)
      .map(({ date, dimension = '', value }) => `${date} ${dimension} ${value}`)
      .sort()
  const metrics = [...bench.service.service.registry.metrics.values()].map(({ definition }) => definition)
  const series = metrics.filter(({ answer, source }) => answer === 'series' && source === 'events')
  t.ok(series.length >= 10)
  for (const { key, params } of series)
    for (const { breakdown, ...more } of common as readonly Readonly<Record<string, string | number>>[]) {
      const { required = [], properties } = params as {
        required?: readonly string[]
        properties: Readonly<Record<string, object>>
      }
      const needed = required.filter((name) => !('default' in (properties[name] ?? {})))
      const own = Object.fromEntries(needed.map((name) => [name, given[name] ?? 'x']))
      const split = breakdown === undefined ? {} : { breakdown }
      const query = { ...own, ...more, ...split, metric: key }
      const { data } = await bench.ask(
        'query',
        Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      )
      const asked = { metric: key, params: own, ...split }
      const { data: found } = await post('A', [asked], more)
      const what = `${key} ${JSON.stringify(more)}`
      t.strictSame([told(found.points), found.total], [told(data.points), data.total], what)
      if (data.comparison === undefined) continue
      const [{ previous_points: points, ...rest }, { previous_points: right, ...others }] = [
        found.comparison,
        data.comparison,
      ]
      t.strictSame([told(points), rest], [told(right), others], `${what}: before`)
    }
})

await topic('what is refused', `${day}T12:00:00Z`, async (t, bench) => {
  const post = posting(bench)
  await bench.send(shop)
  const many = (count: number): string[] => Array.from({ length: count }, () => 'dau')
  const bad: readonly (readonly [string, readonly (string | object)[], object, RegExp, string])[] = [
    ['A +', ['dau'], {}, /^formula, column 4: expected a number, a series letter, a minus or \(/, '/formula'],
    ['A+B', ['dau'], {}, /^formula, column 3: there is no series B/, '/formula'],
    ['', ['dau'], {}, /^formula must not be empty/, '/formula'],
    [`A${'+1'.repeat(500)}`, ['dau'], {}, /^formula must have at most 1000 characters/, '/formula'],
    ['1', [], {}, /^series must have at least 1 item/, '/series'],
    ['A', many(27), {}, /^series must have at most 26 items/, '/series'],
    ['A', [{}], {}, /^series.0.metric is required/, '/series/0/metric'],
    [
      'A',
      ['dau', { metric: 'dau', rang: '7d' }],
      {},
      /unknown field "series.1.rang"; did you mean range/,
      '/series/1/rang',
    ],
    [
      'A',
      ['dau'],
      { breakdown: 'page' },
      /unknown field "breakdown"; did you mean breakdown_limit/,
      '/breakdown',
    ],
    ['A', ['dauu'], {}, /^series\/0: unknown metric "dauu"; did you mean dau\?/, '/series/0/metric'],
    ['A', ['dau', 'top_events'], {}, /^series\/1: metric top_events is no time series/, '/series/1/metric'],
    ['A', ['event'], {}, /^series\/0: name is required/, '/series/0/name'],
    ['A', ['dau:x'], {}, /^series\/0: metric dau takes no argument/, '/series/0/metric'],
    ['A', [{ metric: 'dau', params: { x: 1 } }], {}, /^series\/0: unknown parameter "x"/, '/series/0/x'],
    [
      'A',
      [{ metric: 'dau', params: { range: '7d' } }],
      {},
      /^series\/0\/params: range is no/,
      '/series/0/params/range',
    ],
    ['A', [{ metric: 'dau', params: { x: null } }], {}, /^series.0.params.x must be/, '/series/0/params/x'],
    ['A', [{ metric: 'dau', range: 'x' }], {}, /^series\/0: unknown range "x"/, '/series/0/range'],
    [
      'A',
      [{ metric: 'dau', breakdown: 'trait:' }],
      {},
      /^series\/0: unknown field "trait:"/,
      '/series/0/breakdown',
    ],
    [
      'A',
      [{ metric: 'dau', filters: [{ field: 'x', op: 'near' }] }],
      {},
      /^series\/0: filters\/0\/operator: /,
      '/series/0/filters/0/operator',
    ],
    [
      'A',
      ['dau'],
      { filters: [{ field: 'x', op: 'near' }] },
      /^\/filters\/0\/operator: /,
      '/filters/0/operator',
    ],
    ['A', ['dau'], { filters: [1] }, /^\/filters\/0 must be an object/, '/filters/0'],
    [
      'A',
      ['dau', 'logs'],
      { filters: [{ field: 'country', value: 'x' }] },
      /^unknown field "country"/,
      '/filters/0/field',
    ],
    ['A', ['dau'], { range: '1x' }, /^unknown range "1x"/, 'range'],
    ['A', ['dau'], { granularity: 'often' }, /^granularity/, 'granularity'],
    ['A', ['dau'], { timezone: 'Mars' }, /^timezone/, 'timezone'],
    [
      'A',
      ['dau'],
      { range: '1900-01-01,2900-01-01', granularity: 'yearly', compare: 'previous' },
      /^compare/,
      'compare',
    ],
    ['A', ['dau'], { compare: 'never' }, /^compare must be one of previous, yoy/, '/compare'],
    ['A', ['dau'], { breakdown_limit: 0 }, /^breakdown_limit must be at least 1/, '/breakdown_limit'],
  ]
  for (const [formula, series, more, message, path] of bad) {
    const answer = await post(formula, series, more, 422)
    t.match(
      answer,
      { error: 'VALIDATION_ERROR', message, details: [{ path }] },
      `${formula} ${String(message)}`,
    )
  }
})

const names = Array.from({ length: 1_300 }, (_, n) => `${n}`.padEnd(60, "é\\'\t"))
const pages = names.map((page, n) => at('10T08', `d${n}`, 'view', { page }))

await topic('many dimensions', `${day}T12:00:00Z`, async (t, bench) => {
  const post = posting(bench)
  await bench.send(pages)
  const few = {
    metric: 'events',
    ...byPage,
    filters: [{ field: 'page', operator: 'starts_with', value: '9' }],
  }
  const all = { metric: 'dau', ...byPage }
  const joined = await post('A/B', [few, all], { range: '1d', breakdown_limit: 1000 })
  const points = joined.data.points as readonly Point[]
  t.equal(points.filter(({ value }) => value === 1).length, 111, 'all that one of the series tells')
  t.ok(points.length > 1000)
  const lists = [names.slice(0, 900), names.slice(400, 1300)]
  const filters = lists.map((value) => ({ field: 'page', operator: 'in', value }))
  t.equal((await post('A', ['events'], { range: '1d', filters })).data.total, 500, 'long lists')
  const long = pages
    .slice(0, 2)
    .map((page, n) => ({ ...page, event: 'long', properties: { page: `${n}`.repeat(10_001) } }))
  await bench.send(long)
  const longest = { metric: 'event:long', ...byPage }
  const refused = await post('A/B', [longest, few], { range: '1d', breakdown_limit: 1 }, 422)
  t.match(refused.message, /too long to be joined/)
  const minutes = { range: '160h', granularity: 'minute' }
  const most = await post('A', [all], { ...minutes, breakdown_limit: 200 }, 422)
  t.match(most.message, /^the answer has more than 1000000 points/)
  const wordy = await post(`A${'+1'.repeat(400)}`, [all], { ...minutes, breakdown_limit: 10 }, 422)
  t.match(wordy.message, /^formula is too long for so many points/)
})
