import t from 'tap'
import { openTopics, type Query } from '../../test/http/topic.js'

const topic = await openTopics(t)
const now = '2024-05-10T12:00:00Z'
const path = 'events/first-time'
const buy = { event: 'buy', range: '2024-05-08,2024-05-10' }
const isPro: Query = { 'conditions[0][field]': 'properties.plan', 'conditions[0][value]': 'pro' }

const line = (device: string, time: string, plan: string, country?: string) => ({
  event: 'buy',
  device_id: device,
  timestamp: time,
  properties: { plan },
  ...(country === undefined ? {} : { context: { country } }),
})

/** ann: 1 and 8 May; bob: the last instant of the 8th; cat, on two devices: March and 9 May; dan: twice at one instant. */
const lines = [
  line('ann', '2024-05-08T10:00:00Z', 'pro', 'FR'),
  line('ann', '2024-05-01T10:00:00Z', 'free', 'DE'),
  line('bob', '2024-05-08T23:59:59.999Z', 'pro', 'FR'),
  line('cat-new', '2024-05-09T00:00:00Z', 'pro', 'FR'),
  line('cat-old', '2024-03-01T00:00:00Z', 'pro', 'DE'),
  line('dan', '2024-05-09T10:00:00Z', 'free', 'DE'),
  line('dan', '2024-05-09T10:00:00Z', 'pro', 'FR'),
  ...Array.from({ length: 5 }, () => line('dan', '2024-05-10T10:00:00Z', 'free', 'DE')),
  { ...line('eve', '2024-05-01T00:00:00Z', 'pro', 'DE'), event: 'other' },
  line('eve', '2024-05-10T11:00:00Z', 'pro'),
  { type: 'identify', device_id: 'cat-new', user_id: 'cat', timestamp: '2024-05-10T09:00:00Z' },
  { type: 'identify', device_id: 'cat-old', user_id: 'cat', timestamp: '2024-05-10T09:00:00Z' },
  {
    type: 'identify',
    device_id: 'bob',
    user_id: 'Bob',
    traits: { tier: 'gold' },
    timestamp: '2024-05-10T09:00:00Z',
  },
]

await topic('history, conditions and look-back', now, async (t, { send, values, total }) => {
  await send(lines)
  t.strictSame(await values(path, buy), [1, 1, 1], 'bob, dan, eve: the others did it before')
  t.equal(await total(path, buy), 3)
  const back = (days: number): Query => ({ ...buy, lookback_days: String(days) })
  t.strictSame(await values(path, back(7)), [1, 2, 1], 'March is not searched, 1 May is')
  t.strictSame(await values(path, back(6)), [2, 2, 1], 'nor is 1 May')
  t.strictSame(await values(path, back(0)), [2, 2, 1], 'the range alone')
  t.strictSame(await values(path, back(36_500)), [1, 1, 1], 'further back than there is time')
  t.strictSame(await values(path, { ...buy, ...isPro }), [1, 0, 1], "dan's first one is free")
  const matching = { ...buy, ...isPro, match_mode: 'true' }
  t.strictSame(await values(path, matching), [2, 1, 1], 'the first that is pro')
  t.strictSame(await values(path, { ...matching, lookback_days: '0' }), [2, 2, 1])
  const gold = { 'conditions[0][field]': 'trait:tier', 'conditions[0][value]': 'gold' }
  t.strictSame(await values(path, { ...buy, ...gold }), [1, 0, 0])
  t.strictSame(await values(path, { ...buy, ...gold, match_mode: 'true' }), [1, 0, 0])
  const notGold = { ...gold, 'conditions[0][op]': 'ne' }
  t.strictSame(await values(path, { ...buy, ...notGold }), [0, 1, 1], 'who has no trait is not gold')
  t.equal(await total(path, { ...buy, event: 'nothing' }), 0)
})

await topic('breakdowns', now, async (t, { send, points, ask }) => {
  await send(lines)
  t.strictSame(
    (await points(path, { ...buy, breakdown: 'country' })).filter(([, , value]) => value !== 0),
    [
      ['2024-05-08', 'FR', 1],
      ['2024-05-09', 'DE', 1],
      ['2024-05-10', '(none)', 1],
    ],
    'the country of the first event, of one instant that stored first',
  )
  const matching = { ...buy, ...isPro, match_mode: 'true', lookback_days: '0', breakdown: 'country' }
  t.strictSame(
    (await points(path, matching)).filter(([, , value]) => value !== 0),
    [
      ['2024-05-08', 'FR', 2],
      ['2024-05-09', 'FR', 2],
      ['2024-05-10', '(none)', 1],
    ],
    'the country of the first event that matches',
  )
  const cut = { ...buy, lookback_days: '0', breakdown: 'country', breakdown_limit: '1' }
  t.strictSame(
    await points(path, cut),
    [
      ['2024-05-08', 'FR', 2],
      ['2024-05-08', '(other)', 0],
      ['2024-05-09', 'FR', 1],
      ['2024-05-09', '(other)', 1],
      ['2024-05-10', 'FR', 0],
      ['2024-05-10', '(other)', 1],
    ],
    'FR has three first events, DE one, however many more there are',
  )
  t.equal((await ask(path, cut)).data.total, 5)
  const byTrait = await points(path, { ...buy, ...isPro, breakdown: 'trait:tier' })
  t.strictSame(
    byTrait.filter(([, , value]) => value !== 0),
    [
      ['2024-05-08', 'gold', 1],
      ['2024-05-10', '(none)', 1],
    ],
  )
})

await topic('buckets, zones, comparison', now, async (t, { send, values, ask, service, id }) => {
  await send(lines)
  t.strictSame(
    await values(path, { ...buy, timezone: 'Asia/Tokyo' }),
    [0, 2, 1],
    "bob's instant is the 9th there",
  )
  for (const granularity of ['minute', 'hourly', 'weekly', 'monthly', 'quarterly', 'yearly']) {
    const { data } = await ask(path, { ...buy, granularity })
    const sum = (data.points as { value: number }[]).reduce((all, { value }) => all + value, 0)
    t.strictSame([sum, data.total], [3, 3], granularity)
  }
  t.strictSame(await values(path, { ...buy, granularity: 'weekly', timezone: 'America/New_York' }), [3])
  const compared = async (more: Query) => {
    const { total, comparison } = (await ask(path, { ...buy, range: '2024-05-05,2024-05-10', ...more })).data
    return [total, comparison.previous_total, comparison.percent_change]
  }
  t.strictSame(await compared({ compare: 'previous' }), [3, 1, 200], 'ann in the six days before')
  t.strictSame(await compared({ compare: 'previous', lookback_days: '0' }), [5, 1, 400])
  t.strictSame(await compared({ compare: 'yoy' }), [3, 0, 100])
  t.equal((await ask('query', { metric: 'first_time:buy', range: buy.range })).data.total, 3)
  const bad: readonly Query[] = [
    { range: '7d' },
    { ...buy, event: '' },
    { ...buy, lookback_days: '-1' },
    { ...buy, lookback_days: '1.5' },
    { ...buy, match_mode: 'yes' },
  ]
  for (const query of bad) {
    const answer = await service.call('GET', `/api/v1/metrics/${path}`, { workspace: id, query })
    t.equal(answer.status, 422, JSON.stringify(query))
  }
})

await topic('edges and the order of storing', now, async (t, { send, values, points }) => {
  await send([
    line('start', '2024-05-08T00:00:00Z', 'pro', 'AT'),
    line('end', '2024-05-11T00:00:00Z', 'pro', 'AT'),
    line('late', '2024-05-09T12:00:00Z', 'pro', 'FR'),
    line('twice', '2024-05-10T08:00:00Z', 'free', 'IT'),
  ])
  await send([
    line('late', '2024-05-09T11:00:00Z', 'free', 'DE'),
    line('twice', '2024-05-10T08:00:00Z', 'pro', 'ES'),
  ])
  t.strictSame(await values(path, buy), [1, 1, 1], "the range's first instant is in, its end is not")
  t.strictSame(
    (await points(path, { ...buy, breakdown: 'country' })).filter(([, , value]) => value !== 0),
    [
      ['2024-05-08', 'AT', 1],
      ['2024-05-09', 'DE', 1],
      ['2024-05-10', 'IT', 1],
    ],
    'the earliest comes first, though it was stored last; of one instant the first stored',
  )
  t.strictSame(await values(path, { ...buy, ...isPro }), [1, 0, 0])
})
