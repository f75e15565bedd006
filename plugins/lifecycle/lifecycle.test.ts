import t from 'tap'
import { lawData, personIn, type LawEvent } from '../../test/property/metric-events.js'
import { localDate, periodBefore, periodOf, type PeriodGrain } from '../../test/property/local-dates.js'
import { openTopics, type Body, type Line, type Point, type Query } from '../../test/http/topic.js'

const topic = await openTopics(t)

const event = (device_id: string, timestamp: string, more: object = {}) => ({
  event: 'open',
  device_id,
  timestamp: timestamp.length === 10 ? `${timestamp}T12:00:00Z` : timestamp,
  ...more,
})

await topic('states of a week', '2024-03-22T12:00:00Z', async (t, { service, id, send, ask, points }) => {
  await send([
    event('old', '2023-12-01'),
    event('old', '2024-03-12'),
    event('loyal', '2024-02-27'),
    event('loyal', '2024-03-05'),
    event('loyal', '2024-03-15'),
    event('loyal', '2024-03-19', { event: 'buy' }),
    event('cut', '2024-03-04'),
    event('cut', '2024-03-11'),
    event('late', '2024-03-04'),
    event('late', '2024-03-07'),
    event('gone', '2024-02-28'),
    event('gone', '2024-03-04'),
    event('phone', '2024-03-06'),
    event('laptop', '2024-03-13'),
    { type: 'identify', device_id: 'phone', user_id: 'u', timestamp: '2024-03-14T00:00:00Z' },
    { type: 'identify', device_id: 'laptop', user_id: 'u', timestamp: '2024-03-14T00:00:00Z' },
  ])
  // The range starts on a Wednesday, so `cut` and `gone` are not in its first bucket.
  const range = '2024-03-06,2024-03-24'
  t.strictSame(
    await points('lifecycle', { range }),
    [
      ['2024-03-04', 'new', 2],
      ['2024-03-04', 'returning', 0],
      ['2024-03-04', 'resurrected', 0],
      ['2024-03-11', 'new', 0],
      ['2024-03-11', 'returning', 3],
      ['2024-03-11', 'resurrected', 1],
      ['2024-03-18', 'new', 0],
      ['2024-03-18', 'returning', 1],
      ['2024-03-18', 'resurrected', 0],
    ],
    'late is new in its week though first seen before the range; cut, loyal and u were active in the week before',
  )
  const all = await ask('lifecycle', { range, dormant: 'true' })
  t.strictSame(
    all.data.points.filter(({ dimension }: Point) => dimension === 'dormant'),
    [
      { date: '2024-03-04', dimension: 'dormant', value: -2 },
      { date: '2024-03-11', dimension: 'dormant', value: -2 },
      { date: '2024-03-18', dimension: 'dormant', value: -3 },
    ],
    'loyal and gone in the range’s part of the week; late and gone; old, cut and u in the week that runs',
  )
  t.strictSame([all.data.total, all.data.min, all.data.max, all.data.points.length], [0, -3, 3, 12])
  t.equal((await ask('lifecycle', { range })).data.total, 7, 'the sum of the points')
  t.strictSame(await ask('lifecycle', { range, breakdown: 'country' }), await ask('lifecycle', { range }))
  t.strictSame(
    await points('lifecycle', { range, 'conditions[0][field]': 'event_name', 'conditions[0][value]': 'buy' }),
    ['2024-03-04', '2024-03-11', '2024-03-18'].flatMap((date) => [
      [date, 'new', date === '2024-03-18' ? 1 : 0],
      [date, 'returning', 0],
      [date, 'resurrected', 0],
    ]),
    'new depends on the events that pass',
  )
  const compared = await ask('lifecycle', { range: '2024-03-18,2024-03-24', compare: 'previous' })
  t.match(compared.data.comparison, {
    previous_total: 4,
    previous_points: [{ value: 0 }, { value: 3, dimension: 'returning' }, { value: 1 }],
  })

  const people = async (query: Query): Promise<Body> => await ask('lifecycle/people', { range, ...query })
  t.strictSame((await people({ date: '2024-03-11', dimension: 'resurrected' })).data, [
    {
      device_id: 'old',
      user_id: null,
      first_seen: '2024-03-12T12:00:00.000Z',
      last_seen: '2024-03-12T12:00:00.000Z',
      events: 1,
    },
  ])
  const asleep = await people({ date: '2024-03-18', dimension: 'dormant', dormant: 'true' })
  t.strictSame(
    asleep.data.map(({ device_id, user_id }: Body) => [device_id, user_id]),
    [
      ['laptop', 'u'],
      ['old', null],
      ['cut', null],
    ],
    'with what they did in the week before',
  )
  for (const [query, wrong] of [
    [{ dimension: 'new' }, 'date'],
    [{ date: '2024-03-11' }, 'dimension'],
    [{ date: '2024-03-11', dimension: 'lost' }, 'dimension'],
    [{ date: '2024-03-11', dimension: 'dormant' }, 'dimension'],
    [{ date: '2024-03-12', dimension: 'new' }, 'date'],
  ] as const) {
    const rejected = await service.call('GET', '/api/v1/metrics/lifecycle/people', {
      workspace: id,
      query: { range, ...query },
    })
    t.match(rejected, { status: 422, body: { error: 'VALIDATION_ERROR' } })
    t.equal(rejected.body.details[0].path, wrong)
  }
})

const from = Date.parse('2024-02-19T00:00:00Z')
const to = Date.parse('2024-04-08T00:00:00Z')
const data = lawData(20_240_410, from, to, 260)
const person = personIn(data)
const lines = (items: readonly object[]): readonly Line[] => items.map((item) => ({ ...item }))
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
const asked = zones.flatMap((timezone) => [
  { timezone, granularity: 'weekly', range: '2024-03-06,2024-04-03' },
  { timezone, granularity: 'daily', range: '2024-03-08,2024-04-10' },
  { timezone, granularity: 'monthly', range: '2024-02-25,2024-04-30' },
])

/** Number of persons in each state of the period, computed person by person. */
function counted(
  events: readonly LawEvent[],
  { timezone, granularity, range }: Query,
  dates: ReadonlySet<string>,
): Map<string, number> {
  const grain = granularity as PeriodGrain
  const [first = '', last = ''] = range?.split(',') ?? []
  const active = new Map<string, Set<string>>()
  const inside = new Map<string, Set<string>>()
  const began = new Map<string, string>()
  const add = (sets: Map<string, Set<string>>, period: string, who: string): unknown =>
    sets.set(period, (sets.get(period) ?? new Set()).add(who))
  for (const one of events) {
    const date = localDate(Date.parse(one.timestamp), timezone ?? 'UTC')
    const [period, who] = [periodOf(date, grain), person(one)]
    add(active, period, who)
    if (date >= first && date <= last) add(inside, period, who)
    if (period < (began.get(who) ?? '9')) began.set(who, period)
  }
  const counts = new Map<string, number>()
  const count = (date: string, state: string, by: number): unknown =>
    counts.set(`${date} ${state}`, (counts.get(`${date} ${state}`) ?? 0) + by)
  for (const date of dates) {
    const before = active.get(periodBefore(date, grain)) ?? new Set()
    for (const who of inside.get(date) ?? [])
      count(date, began.get(who) === date ? 'new' : before.has(who) ? 'returning' : 'resurrected', 1)
    for (const who of before) if (inside.get(date)?.has(who) !== true) count(date, 'dormant', -1)
  }
  return counts
}

const pro = { 'conditions[0][field]': 'properties.plan', 'conditions[0][value]': 'pro' }
const known = new Map<string, unknown>()
const orders = [
  ['in the order drawn', data.events, 10_000],
  ['backwards, a few at a time', [...data.events].reverse(), 23],
] as const

for (const [order, events, size] of orders)
  await topic(`laws, stored ${order}`, '2024-04-07T23:59:59.999Z', async (t, { send, ask, values }) => {
    for (let start = 0; start < events.length; start += size)
      await send(lines(events.slice(start, start + size)))
    await send(lines(data.links))
    for (const base of asked)
      for (const more of [{}, pro] as readonly Query[]) {
        const query = { ...base, ...more }
        const name = JSON.stringify(query)
        const { data: answer } = await ask('lifecycle', { ...query, dormant: 'true' })
        t.strictSame(answer, known.get(name) ?? answer, `order and batches do not matter: ${name}`)
        known.set(name, answer)
        if (order !== orders[0][0]) continue
        const points = answer.points as readonly Point[]
        const expected = counted(
          data.events.filter(({ properties }) => (more === pro ? properties.plan === 'pro' : true)),
          base,
          new Set(points.map(({ date }) => date)),
        )
        const keyOf = ({ date, dimension = '' }: Point): string => `${date} ${dimension}`
        t.strictSame(
          points.map((point) => [keyOf(point), point.value]),
          points.map((point) => [keyOf(point), expected.get(keyOf(point)) ?? 0]),
          `as counted one by one: ${name}`,
        )
        const sums = new Map<string, number>()
        for (const { date, value } of points) sums.set(date, (sums.get(date) ?? 0) + Math.max(0, value))
        t.strictSame([...sums.values()], await values('dau', query), `the states share out dau: ${name}`)
        if (base.granularity === 'daily' || more === pro || base.timezone.includes('a/')) continue
        for (const { date, dimension = '', value } of points) {
          const named = { ...query, dormant: 'true', date, dimension, count_total: 'true', limit: '1000' }
          const people = await ask('lifecycle/people', named)
          const whom = new Set(people.data.map((one: Body) => `${one.user_id} ${one.device_id}`))
          t.strictSame([whom.size, people.total], [Math.abs(value), Math.abs(value)], JSON.stringify(named))
        }
      }
  })

await topic('masks of every width', '2024-04-07T23:59:59.999Z', async (t, { send, ask }) => {
  await send(lines([...data.events, ...data.links]))
  for (const [range, granularity] of [
    ['2024-03-30,2024-04-01', 'hourly'],
    ['2024-03-27,2024-04-03', 'hourly'],
    ['2024-03-24,2024-04-07', 'hourly'],
    ['2024-04-07,2024-04-07', 'minute'],
    ['all_time', 'daily'],
    ['200h', 'daily'],
    ['1970-01-01,2024-04-07', 'yearly'],
    ['1950-06-01,1980-01-01', 'monthly'],
  ] as const)
    for (const timezone of ['UTC', 'Asia/Kolkata']) {
      const query = { range, granularity, timezone }
      const [{ data: states }, { data: dau }] = [await ask('lifecycle', query), await ask('dau', query)]
      const sum = (of: Body): number =>
        of.points.reduce((before: number, { value }: Point) => before + value, 0) as number
      t.equal(sum(states), sum(dau), JSON.stringify(query))
      t.equal(states.points.length, dau.points.length * 3)
    }
})
