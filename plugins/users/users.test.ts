import t from 'tap'
import { openTopics, type Query } from '../../test/http/topic.js'

const topic = await openTopics(t)

const event = (device_id: string, timestamp: string, more: object = {}) => ({
  event: 'open',
  device_id,
  timestamp,
  ...more,
})

await topic('identified users', '2024-05-10T12:00:00Z', async (t, { send, ask, values, total }) => {
  await send([
    event('phone', '2024-05-08T23:59:59.999Z', { context: { os: 'iOS' } }),
    event('laptop', '2024-05-09T10:00:00Z', { context: { os: 'macOS' } }),
    event('phone', '2024-05-09T11:00:00Z', { context: { os: 'iOS' } }),
    event('nobody', '2024-05-09T12:00:00Z', { context: { os: 'iOS' } }),
    event('tablet', '2024-05-10T09:00:00Z', { event: 'buy' }),
  ])
  const range = '2024-05-08,2024-05-10'
  t.strictSame(await values('users', { range }), [0, 0, 0], 'anonymous devices are no users')
  const link = (device_id: string, user_id: string) => ({
    type: 'identify',
    device_id,
    user_id,
    timestamp: '2024-05-10T10:00:00Z',
  })
  await send([link('phone', 'u1'), link('laptop', 'u1'), link('tablet', 'u2')])
  t.strictSame(await values('users', { range }), [1, 1, 1], 'also before they were identified, once a bucket')
  t.equal(await total('users', { range }), 2)
  t.strictSame(await values('users', { range, granularity: 'monthly' }), [2])
  t.strictSame(await values('users', { range, timezone: 'Europe/Berlin' }), [0, 1, 1])
  t.equal(
    await total('users', { range, 'conditions[0][field]': 'event_name', 'conditions[0][value]': 'buy' }),
    1,
  )

  const split = await ask('users', { range, granularity: 'monthly', breakdown: 'os' })
  t.strictSame(
    split.data.points.map(({ dimension, value }: { dimension: string; value: number }) => [dimension, value]),
    [
      ['(none)', 1],
      ['iOS', 1],
      ['macOS', 1],
    ],
    'u1 is in two',
  )
  t.equal(split.data.total, 2)
  const compared = await ask('users', { range: '2024-05-09,2024-05-09', compare: 'previous' })
  t.match(compared.data.comparison, { previous_total: 1, change: 0 })
})

await topic('the rows of persons', '2024-05-10T12:00:00Z', async (t, { send, ask }) => {
  await send([
    event('old', '2024-05-01T08:00:00Z'),
    event('phone', '2024-05-08T08:00:00Z'),
    event('laptop', '2024-05-09T08:00:00.500Z'),
    event('laptop', '2024-05-09T08:00:00.500Z', { event: 'buy' }),
    event('b', '2024-05-09T08:00:00.500Z'),
    event('a', '2024-05-09T08:00:00.500Z'),
    { type: 'identify', device_id: 'phone', user_id: 'u1', timestamp: '2024-05-10T10:00:00Z' },
    { type: 'identify', device_id: 'laptop', user_id: 'u1', timestamp: '2024-05-10T10:00:00Z' },
  ])
  const [first, last] = ['2024-05-08T08:00:00.000Z', '2024-05-09T08:00:00.500Z']
  const single = { user_id: null, first_seen: last, last_seen: last, events: 1 }
  const page = await ask('users/raw', { range: '2024-05-08,2024-05-09', count_total: 'true' })
  t.strictSame(page, {
    data: [
      { device_id: 'a', ...single },
      { device_id: 'b', ...single },
      { device_id: 'laptop', user_id: 'u1', first_seen: first, last_seen: last, events: 3 },
    ],
    has_more: false,
    limit: 100,
    offset: 0,
    total: 3,
  })
  const all = await ask('users/raw', { range: 'all_time', limit: '1', offset: '3', breakdown: 'os' })
  t.match(all, { data: [{ device_id: 'old' }], has_more: false })
  t.match(await ask('users/raw', { range: 'all_time', limit: '3' }), { has_more: true })
  const order = async (query: Query): Promise<readonly string[]> => {
    const { data } = await ask('users/raw', { range: 'all_time', ...query })
    return data.map(({ device_id }: { device_id: string }) => device_id)
  }
  t.strictSame(await order({}), ['a', 'b', 'laptop', 'old'])
  t.strictSame(await order({ sort: 'last_seen', order: 'asc' }), ['old', 'a', 'b', 'laptop'])
  t.strictSame(await order({ sort: 'first_seen' }), ['a', 'b', 'laptop', 'old'], 'u1 came with the phone')
  t.strictSame(await order({ sort: 'first_seen', order: 'asc' }), ['old', 'laptop', 'a', 'b'])
  t.strictSame(await order({ sort: 'events' }), ['laptop', 'a', 'b', 'old'], 'ties by device')
  t.strictSame(await order({ sort: 'events', order: 'asc' }), ['a', 'b', 'old', 'laptop'])
  t.strictSame(await order({ sort: 'events', order: 'asc', limit: '2', offset: '1' }), ['b', 'old'], 'a page')
  const known = await ask('users/raw', {
    range: '2024-05-09,2024-05-09',
    'conditions[0][field]': 'user_id',
    'conditions[0][op]': 'is_set',
  })
  t.strictSame(known.data, [
    { device_id: 'laptop', user_id: 'u1', first_seen: last, last_seen: last, events: 2 },
  ])
})

await topic('people sorted by a trait', '2024-06-01T12:00:00Z', async (t, { service, id, send, ask }) => {
  const at = '2024-05-09T08:00:00Z'
  const tiers: Readonly<Record<string, unknown>> = {
    ten: 10,
    two: 2,
    less: -1.5,
    small: 'ä',
    capital: 'B',
    digits: '10',
    lower: 'b',
    yes: true,
    no: false,
    object: { a: 1 },
    empty: '',
  }
  await send([
    ...[...Object.keys(tiers), 'none', 'phone', 'laptop'].map((device) => event(device, at)),
    ...Object.entries(tiers).map(([device_id, tier]) => ({
      type: 'identify',
      device_id,
      user_id: `u-${device_id}`,
      timestamp: at,
      traits: { tier },
    })),
    // One person: the trait came with the other device, and has changed.
    { type: 'identify', device_id: 'phone', user_id: 'u1', timestamp: at, traits: { tier: 99 } },
    {
      type: 'identify',
      device_id: 'laptop',
      user_id: 'u1',
      timestamp: '2024-05-10T08:00:00Z',
      traits: { tier: 5 },
    },
  ])
  const order = async (query: Query): Promise<readonly string[]> => {
    const { data } = await ask('users/raw', { range: 'all_time', sort: 'trait:tier', ...query })
    return data.map(({ device_id }: { device_id: string }) => device_id)
  }
  const rest = ['object', 'none']
  t.strictSame(await order({ order: 'asc' }), [
    ...['less', 'two', 'laptop', 'ten'],
    ...['empty', 'digits', 'capital', 'lower', 'small'],
    ...['no', 'yes'],
    ...rest,
  ])
  t.strictSame(await order({}), [
    ...['ten', 'laptop', 'two', 'less'],
    ...['small', 'lower', 'capital', 'digits', 'empty'],
    ...['yes', 'no'],
    ...rest,
  ])
  t.strictSame(await order({ limit: '2', offset: '3' }), ['less', 'small'], 'a page')
  t.strictSame(
    await order({
      'conditions[0][field]': 'trait:tier',
      'conditions[0][op]': 'gt',
      'conditions[0][value]': '1',
    }),
    ['ten', 'laptop', 'two'],
    'by the trait that is filtered',
  )
  t.strictSame((await order({ sort: 'trait:none' })).length, 13, 'a trait that nobody has')
  for (const [query, message] of [
    [{ sort: 'plan' }, /^unknown sort "plan"; use one of last_seen, first_seen, events, trait:<name>$/],
    [{ sort: 'trait:' }, /^unknown/],
    [{ sort: 'group_trait:company.plan' }, /^unknown sort/],
  ] as const) {
    const path = '/api/v1/metrics/users/raw'
    t.match(await service.call('GET', path, { query: { range: 'all_time', ...query }, workspace: id }), {
      status: 422,
      body: { error: 'VALIDATION_ERROR', message, details: [{ path: 'sort' }] },
    })
  }
})
