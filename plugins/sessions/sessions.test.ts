import t from 'tap'
import { openTopics, type Body, type Query } from '../../test/http/topic.js'
import { minute, randomEvents, startsOf, type TestEvent } from './test-events.js'

const topic = await openTopics(t)
const now = '2024-05-10T12:00:00Z'

const only = (field: string, value: string): Query => ({
  'conditions[0][field]': field,
  'conditions[0][value]': value,
})

const days = ['2024-05-04', '2024-05-05', '2024-05-06', '2024-05-07', '2024-05-08']
const countryOf = ({ context }: TestEvent): string => context.country ?? '(none)'

function tally(
  events: readonly TestEvent[],
  key: (event: TestEvent) => string,
  keys: readonly string[] = [...new Set(events.map(key))],
): [string, number][] {
  return keys.map((one) => [one, events.filter((event) => key(event) === one).length])
}

const byName = (list: readonly [string, number][]): [string, number][] =>
  list.filter(([, value]) => value > 0).sort(([a], [b]) => (a < b ? -1 : 1))

await topic('sessions against a plain count of them', now, async (t, { send, ask, points, total }) => {
  const events = randomEvents()
  await send(events.map((one) => ({ ...one })))
  const range = '2024-05-04,2024-05-08'
  const of = (timestamp: string): boolean => timestamp >= '2024-05-04' && timestamp < '2024-05-09'

  async function check(name: string, query: Query, considered: readonly TestEvent[]): Promise<void> {
    const starts = startsOf(considered).filter(({ timestamp }) => of(timestamp))
    const perDay = await points('sessions', { range, ...query })
    t.strictSame(
      perDay,
      tally(starts, ({ timestamp }) => timestamp.slice(0, 10), days),
      name,
    )
    t.equal(await total('sessions', { range, ...query }), starts.length, `${name}: total`)
    const { data } = await ask('sessions', { range, granularity: 'yearly', breakdown: 'country', ...query })
    const split = data.points.map((one: Body) => [one.dimension, one.value])
    t.strictSame(byName(split), byName(tally(starts, countryOf)), `${name}: by country`)
    const top = await ask('sessions/top', { range, property: 'country', ...query })
    t.strictSame(
      byName(top.data.map((one: Body) => [one.label, one.count])),
      byName(tally(starts, countryOf)),
    )
    const raw = await ask('sessions/raw', { range, count_total: 'true', limit: '1', ...query })
    t.equal(raw.total, starts.length, `${name}: rows`)

    const unique = new Set(considered.filter((one) => of(one.timestamp)).map((one) => one.session_id))
    t.equal(await total('sessions/unique', { range, ...query }), unique.size, `${name}: unique`)
  }

  await check('all events', {}, events)
  await check(
    'those that pass the conditions',
    only('event_name', 'b'),
    events.filter(({ event }) => event === 'b'),
  )
  const minutes = await points('sessions', { range, granularity: 'minute' })
  const starts = startsOf(events).filter(({ timestamp }) => of(timestamp))
  t.strictSame(
    minutes.filter(([, value]) => value !== 0),
    tally(starts, ({ timestamp }) => minute(timestamp)).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
})

await topic('where a session is counted', now, async (t, { send, ask, points, values, total }) => {
  const event = (session_id: string | null, timestamp: string, more: object = {}) => ({
    event: 'a',
    device_id: 'd1',
    ...(session_id === null ? {} : { session_id }),
    timestamp,
    ...more,
  })
  await send([
    event('long', '2024-01-01T00:00:00Z'),
    event('long', '2024-05-07T10:00:00Z'),
    event('night', '2024-05-07T23:59:59.999Z', { context: { country: 'DE' }, properties: { plan: 'pro' } }),
    event('night', '2024-05-08T00:20:00.249Z', {
      event: 'left',
      device_id: 'd2',
      context: { country: 'FR' },
    }),
    event('tie', '2024-05-08T10:00:00Z', { context: { country: 'IT' } }),
    event('tie', '2024-05-08T10:00:00Z', { context: { country: 'ES' } }),
    event(null, '2024-05-08T10:30:00Z'),
    { type: 'identify', device_id: 'd2', user_id: 'u', timestamp: '2024-05-09T00:00:00Z' },
  ])
  const range = '2024-05-07,2024-05-08'
  t.strictSame(await values('sessions', { range }), [1, 1], 'what began months before does not start again')
  t.strictSame(await values('sessions', { range: '2024-05-08,2024-05-08' }), [1])
  t.strictSame(await values('sessions', { range, timezone: 'Asia/Tokyo' }), [0, 2])
  t.strictSame(await values('sessions/unique', { range }), [2, 2])
  t.equal(await total('sessions/unique', { range }), 3)
  t.equal(await total('sessions', { range: 'all_time', granularity: 'yearly' }), 3)
  const compared = await ask('sessions', { range: '2024-05-08,2024-05-08', compare: 'previous' })
  t.match(compared.data.comparison, { previous_total: 1, change: 0 }, 'the same rule in the period before')

  const split = await points('sessions', { range, granularity: 'yearly', breakdown: 'country' })
  t.strictSame(
    split.map(([, ...rest]) => rest),
    [
      ['DE', 1],
      ['IT', 1],
    ],
    'of one instant the event stored first',
  )
  const one = await ask('sessions', {
    range,
    breakdown: 'country',
    breakdown_limit: '1',
    granularity: 'yearly',
  })
  t.strictSame(
    byName(one.data.points.map(({ dimension, value }: Body) => [dimension, value])),
    [['(other)', 2]],
    'kept is the value with the most events, ties by name',
  )
  const top = await ask('sessions/top', { range, property: 'properties.plan' })
  t.strictSame(top, {
    data: [
      { label: '(none)', count: 1 },
      { label: 'pro', count: 1 },
    ],
    total_labels: 2,
  })
  t.strictSame((await ask('query', { metric: 'top_sessions:country', range })).data.length, 2)

  const { data } = await ask('sessions/raw', { range })
  t.match(data[0], { session_id: 'tie', device_id: 'd1', user_id: null, duration_seconds: 1800, events: 3 })
  const night = {
    session_id: 'night',
    device_id: 'd2',
    user_id: 'u',
    started_at: '2024-05-07T23:59:59.999Z',
    ended_at: '2024-05-08T00:20:00.249Z',
    duration_seconds: 1200.25,
    events: 2,
    entry_event: 'a',
    exit_event: 'left',
    country: 'DE',
    city: null,
  }
  t.match(data[1], night)
  t.equal(data.length, 2)
  t.equal(Object.keys(data[0]).length, 24)
  const whole = await ask('sessions/raw', { range: '2024-05-07,2024-05-07' })
  t.match(whole.data, [night], 'the end after the range is included')
})
