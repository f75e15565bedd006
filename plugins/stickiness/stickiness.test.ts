import t from 'tap'
import { openTopics, type Body, type Line, type Point, type Query } from '../../test/http/topic.js'
import { addDays, endOfDate, localDate, periodOf, type PeriodGrain } from '../../test/property/local-dates.js'
import { lawData, personIn } from '../../test/property/metric-events.js'

const topic = await openTopics(t)

const event = (device_id: string, timestamp: string, os = 'iOS') => ({
  event: 'open',
  device_id,
  timestamp,
  context: { os },
})

const handmade = [
  event('y', '2023-06-30T12:00:00Z'),
  event('z', '2023-06-30T12:00:00Z'),
  event('z', '2023-07-01T12:00:00Z'),
  event('a', '2024-04-11T00:00:00Z', 'Linux'),
  event('b', '2024-05-02T12:00:00Z'),
  event('a', '2024-05-08T00:00:00Z', 'Linux'),
  event('b', '2024-05-09T13:00:00Z'),
  event('c', '2024-05-10T11:00:00Z'),
  event('d', '2024-05-10T11:30:00Z'),
]
const noon = '2024-05-10T12:00:00Z'

await topic('daily and weekly over monthly', noon, async (t, { send, ask, values }) => {
  await send(handmade)
  const range = '2024-05-08,2024-05-10'
  t.strictSame(
    await values('stickiness/daily', { range }),
    [0.5, 0.5, 0.75],
    'today is the 24 hours that end with now: b of yesterday is in',
  )
  t.strictSame(await values('stickiness/weekly', { range }), [1, 1, 1])
  t.strictSame(await values('stickiness/weekly', { range: '2024-05-01,2024-05-02' }), [0, 0.5])
  t.strictSame(await values('stickiness/daily', { range: '2024-04-09,2024-04-11' }), [0, 0, 1], '0/0 is 0')
  const hours = await values('stickiness/daily', { range: '2024-05-09,2024-05-09', granularity: 'hourly' })
  t.strictSame(
    hours,
    [...Array.from({ length: 13 }, () => 0), ...Array.from({ length: 11 }, () => 0.5)],
    'a was there 24 hours before the first hour began, b came at 13',
  )
  const week = { range: '2024-05-06,2024-05-12', granularity: 'weekly' }
  t.strictSame(
    await values('stickiness/daily', week),
    [(0 + 0 + 1 + 1 + 3) / 5 / 4],
    'the days up to now, over the month that ends with now',
  )
  t.strictSame(await values('stickiness/weekly', week), [1], 'a week is not longer than a week')
  t.strictSame(
    await values('stickiness/weekly', { range: '2024-05-02,2024-05-03', granularity: 'monthly' }),
    [1],
    'the mean of the days over the month inside the range',
  )
  const july = { range: '2023-07-01,2023-07-02', granularity: 'monthly' }
  t.strictSame(await values('stickiness/weekly', july), [1], 'two of the last 7 days, one of the month')
  const only = { 'conditions[0][field]': 'os', 'conditions[0][value]': 'Linux' }
  t.strictSame(await values('stickiness/daily', { range, ...only }), [1, 0, 0], 'conditions apply to both')

  const split = await ask('stickiness/daily', { range: '2024-05-08,2024-05-09', breakdown: 'os' })
  t.strictSame(split.data, {
    points: [
      { date: '2024-05-08', dimension: 'Linux', value: 1 },
      { date: '2024-05-08', dimension: 'iOS', value: 0 },
      { date: '2024-05-09', dimension: 'Linux', value: 0 },
      { date: '2024-05-09', dimension: 'iOS', value: 1 },
    ],
    total: 0.5,
    min: 0,
    max: 1,
    avg: 0.5,
  })
  const other = { range: '2024-05-08,2024-05-10', breakdown: 'os', breakdown_limit: '1' }
  t.strictSame(
    (await ask('stickiness/daily', other)).data.points.map((point: Point) => [point.dimension, point.value]),
    [
      ['iOS', 0],
      ['(other)', 1],
      ['iOS', 1],
      ['(other)', 0],
      ['iOS', 1],
      ['(other)', 0],
    ],
    'ordered by their means',
  )
  const compared = await ask('stickiness/daily', { range: '2024-05-09,2024-05-10', compare: 'previous' })
  t.match(compared.data, { total: 0.625, avg: 0.625, comparison: { previous_total: 0.25 } })
  t.match(await ask('stickiness/daily', { range: '2020-01-01,2020-01-02' }), { data: { total: 0, avg: 0 } })
  for (const years of ['1960-01-01,2024-05-10', '1900-01-01,2024-05-10'])
    t.match(await ask('stickiness/daily', { range: years, granularity: 'yearly' }), {
      data: { points: { length: 2024 - Number(years.slice(0, 4)) + 1 } },
    })
})

await topic('persons of the numerator', noon, async (t, { service, id, send, ask }) => {
  await send(handmade)
  const people = async (path: string, query: Query): Promise<readonly string[]> => {
    const { data } = await ask(`stickiness/${path}/people`, query)
    return data.map(({ device_id, events }: Body) => `${device_id} ${events}`) as readonly string[]
  }
  const range = '2024-05-06,2024-05-12'
  t.strictSame(await people('daily', { range, date: '2024-05-10' }), ['d 1', 'c 1', 'b 1'])
  t.strictSame(await people('daily', { range, date: '2024-05-08' }), ['a 1'])
  t.strictSame(await people('weekly', { range, date: '2024-05-08' }), ['a 1', 'b 1'])
  const week = { range, granularity: 'weekly', date: '2024-05-06' }
  t.strictSame(await people('daily', week), ['d 1', 'c 1', 'b 1', 'a 1'], 'of all its days')
  const split = { ...week, breakdown: 'os', dimension: 'Linux' }
  t.strictSame(await people('daily', split), ['a 1'])
  const early = { range: '1960-01-01,1960-01-02', date: '1960-01-01' }
  t.strictSame(await people('daily', early), [])
  const rejected = await service.call('GET', '/api/v1/metrics/stickiness/daily/people', {
    workspace: id,
    query: { range },
  })
  t.match(rejected, { status: 422, body: { details: [{ path: 'date', message: /date is required/ }] } })
})

const day = 86_400_000
const to = Date.parse('2024-04-08T00:00:00Z')
const data = lawData(20_240_331, to - 90 * day, to, 300)
const person = personIn(data)
const seen = data.events.map((one) => [Date.parse(one.timestamp), person(one), one.properties.plan] as const)
const lines = (items: readonly object[]): readonly Line[] => items.map((item) => ({ ...item }))
const pro = { 'conditions[0][field]': 'properties.plan', 'conditions[0][value]': 'pro' }

const asked: readonly (Query & { range: string; timezone: string; granularity: string })[] = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
].flatMap((timezone) => [
  { timezone, granularity: 'daily', range: '2024-03-08,2024-04-09' },
  { timezone, granularity: 'weekly', range: '2024-03-06,2024-04-04' },
  { timezone, granularity: 'monthly', range: '2024-02-20,2024-04-30' },
  { timezone, granularity: 'hourly', range: '2024-03-31,2024-03-31' },
])

/** The expected values, computed one by one; the first of a bucket's dates is its label. */
function ratios(
  query: (typeof asked)[number],
  length: number,
  dates: readonly string[],
  condition: Query,
): number[] {
  const { timezone, granularity } = query
  const [first = '', last = ''] = query.range.split(',')
  const persons = (from: number, end: number): number =>
    new Set(
      seen.flatMap(([at, who, plan]) =>
        from <= at && at < end && (condition !== pro || plan === 'pro') ? [who] : [],
      ),
    ).size
  const ended = (end: number): number => Math.min(end, to)
  const over = (above: number, below: number): number => (below === 0 ? 0 : Math.min(1, above / below))
  return dates.map((date, index) => {
    if (granularity === 'hourly') {
      const end = ended(Date.parse(dates[index + 1] ?? '') || endOfDate(last, timezone))
      return over(persons(end - length, end), persons(end - 30 * day, end))
    }
    const grain = granularity as PeriodGrain
    const days: string[] = []
    for (let one = date; periodOf(one, grain) === date; one = addDays(one, 1))
      if (one >= first && one <= last && one <= localDate(to - 1, timezone)) days.push(one)
    const ends = days.map((one) => ended(endOfDate(one, timezone)))
    const end = ends.at(-1) ?? 0
    const begin = ended(endOfDate(addDays(days[0] ?? '', -1), timezone))
    const below = granularity === 'monthly' ? persons(begin, end) : persons(end - 30 * day, end)
    const own = granularity === 'monthly' || (granularity === 'weekly' && length === day) ? ends : [end]
    return over(own.reduce((sum, one) => sum + persons(one - length, one), 0) / own.length, below)
  })
}

const known = new Map<string, unknown>()
const orders = [
  ['in the order drawn', data.events, 10_000, asked],
  // Every third question across all time zones and grains.
  ['backwards, a few at a time', [...data.events].reverse(), 23, asked.filter((_, index) => index % 3 === 0)],
] as const

for (const [order, events, size, questions] of orders)
  await topic(`laws, stored ${order}`, '2024-04-07T23:59:59.999Z', async (t, { send, ask }) => {
    for (let start = 0; start < events.length; start += size)
      await send(lines(events.slice(start, start + size)))
    await send(lines(data.links))
    for (const query of questions)
      for (const [path, length] of [
        ['daily', day],
        ['weekly', 7 * day],
      ] as const)
        for (const condition of [{}, pro] as readonly Query[]) {
          const name = `${path} ${JSON.stringify(condition)} ${JSON.stringify(query)}`
          const { data: answer } = await ask(`stickiness/${path}`, { ...query, ...condition })
          t.strictSame(answer, known.get(name) ?? answer, `order and batches do not matter: ${name}`)
          known.set(name, answer)
          const points = answer.points as readonly Point[]
          const expected = ratios(
            query,
            length,
            points.map(({ date }) => date),
            condition,
          )
          t.strictSame(
            points.map(({ value }) => value.toFixed(9)),
            expected.map((value) => value.toFixed(9)),
            `as counted one by one: ${name}`,
          )
          t.ok(points.every(({ value }) => value >= 0 && value <= 1))
        }
  })
