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
