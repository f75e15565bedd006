import t from 'tap'
import { openTopics } from '../../test/http/topic.js'

const topic = await openTopics(t)

const event = (device_id: string, timestamp: string, os = 'iOS') => ({
  event: 'open',
  device_id,
  timestamp,
  context: { os },
})
/** A Friday. */
const noon = '2024-05-10T12:00:00Z'

await topic('days, weeks and months of persons', noon, async (t, { send, values, total }) => {
  await send([
    event('a', '2024-04-10T12:00:01Z'),
    event('b', '2024-04-10T12:00:00Z'),
    event('c', '2024-05-03T12:00:01Z'),
    event('d', '2024-05-06T00:00:00Z'),
    event('d', '2024-05-06T23:59:59.999Z'),
    event('e', '2024-05-10T12:00:00Z'),
    event('later', '2024-05-10T12:00:01Z'),
  ])
  const week = { range: '2024-05-06,2024-05-10' }
  t.strictSame(
    await values('dau', week),
    [1, 0, 0, 0, 2],
    'a person counts once a day, today is the whole day',
  )
  t.equal(await total('dau', week), 3)
  t.strictSame(
    await values('wau', week),
    [2, 2, 2, 2, 3],
    'seven days up to the end of the day; today they end now, which began one second before c',
  )
  t.equal(await total('wau', week), 3)
  t.strictSame(
    await values('mau', { range: '2024-05-10,2024-05-10' }),
    [4],
    'a is in the 30 days up to now, b was there 30 days ago to the millisecond and is not',
  )
  t.equal(await total('mau', week), 4)
  t.strictSame(await values('wau', { range: '2024-04-29,2024-05-12', granularity: 'weekly' }), [1, 3])
  t.strictSame(await values('mau', { range: '2024-04-01,2024-05-31', granularity: 'monthly' }), [2, 4])
  t.strictSame(await values('dau', { range: '2024-05-01,2024-05-31', granularity: 'monthly' }), [4])
})

await topic('a user with several devices is one person', noon, async (t, { send, values, total }) => {
  await send([event('phone', '2024-05-08T08:00:00Z'), event('laptop', '2024-05-09T08:00:00Z', 'macOS')])
  const range = '2024-05-08,2024-05-09'
  t.equal(await total('dau', { range }), 2, 'two devices without a link')
  const link = (device_id: string) => ({
    type: 'identify',
    device_id,
    user_id: 'u1',
    timestamp: '2024-05-10T10:00:00Z',
  })
  await send([link('phone'), link('laptop')])
  t.strictSame(await values('dau', { range }), [1, 1], 'also for events before the link')
  t.equal(await total('dau', { range }), 1)
  t.strictSame(await values('wau', { range }), [1, 1])
})

await topic('breakdowns, filters and rows', noon, async (t, { send, ask, points, total }) => {
  await send([
    event('a', '2024-05-08T08:00:00Z'),
    event('a', '2024-05-09T08:00:00Z', 'macOS'),
    event('b', '2024-05-09T09:00:00Z'),
  ])
  const range = '2024-05-08,2024-05-09'
  const split = await ask('dau', { range, breakdown: 'os' })
  t.strictSame(
    split.data.points.map(({ date, dimension, value }: Record<string, unknown>) => [
      String(date).slice(0, 10),
      dimension,
      value,
    ]),
    [
      ['2024-05-08', 'iOS', 1],
      ['2024-05-08', 'macOS', 0],
      ['2024-05-09', 'iOS', 1],
      ['2024-05-09', 'macOS', 1],
    ],
  )
  t.equal(split.data.total, 2, 'a is in both values and counts once')
  const filter = { 'conditions[0][field]': 'os', 'conditions[0][value]': 'macOS' }
  t.equal(await total('dau', { range, ...filter }), 1)
  t.equal(await total('mau', { range, ...filter }), 1)
  for (const metric of ['dau', 'wau', 'mau']) {
    const { total: listed } = await ask(`${metric}/raw`, { range, count_total: 'true' })
    t.equal(listed, await total(metric, { range }), `${metric}: the list is as long as the figure`)
  }
  t.strictSame(await points('dau', { range: '2024-01-01,2024-01-01' }), [['2024-01-01', 0]])
})
