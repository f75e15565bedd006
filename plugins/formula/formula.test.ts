import t from 'tap'
import { openTopics, type Point } from '../../test/http/topic.js'
import { byPage, day, posting, range, shop, shown, valuesOf } from './test-formula.js'

const topic = await openTopics(t)

await topic('per bucket and over the totals', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send(shop)
  await fixture.service.call('POST', '/v1/logs', {
    token: fixture.ingestKey,
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
  t.strictSame(valuesOf(await post('A', ['logs'], { range: 'all_time' })), [1], 'of its own rows')
  t.equal((await post('A', ['events'])).data.points.length, 30)
  t.strictSame(await post('A+5', ['events'], { range: '2030-01-01,2030-01-02' }), {
    data: { points: [], total: 0, min: 0, max: 0, avg: 0 },
  })
})

const views = { metric: 'event:view', ...byPage }
const buys = { metric: 'event:buy', ...byPage }

await topic('joined by dimension', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send(shop)
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
  const weighed = await post('-A*B', [buys, 'dau'], { range, granularity: 'monthly' })
  t.strictSame(
    shown(weighed).map(([, dimension, value]) => [dimension, value]),
    [
      ['c', -3],
      ['a', -6],
    ],
  )
  const constant = await post('A*0+7', [buys, views], { range, granularity: 'monthly' })
  t.strictSame(shown(constant), [
    ['01', 'a', 7],
    ['01', 'b', 7],
    ['01', 'c', 7],
  ])
  const empty = await post('A+5', [{ metric: 'event:none', ...byPage }], { range })
  t.strictSame(empty.data, { points: [], total: 0, min: 0, max: 0, avg: 0 })

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

await topic('ranges and comparisons', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send(shop)
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
