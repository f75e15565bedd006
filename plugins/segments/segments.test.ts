import t from 'tap'
import type { Line, Query } from '../../test/http/topic.js'
import { openTopics } from '../../test/http/topic.js'
import { lawData, personIn, type LawEvent } from '../../test/property/metric-events.js'

const topic = await openTopics(t)
const day = 86_400_000
const names = ['new', 'returning', 'dormant', 'churned', 'one_timer', 'casual', 'regular', 'power_user']

interface Counted {
  readonly segment: string
  readonly category: string
  readonly users: number
}
type Row = Readonly<Record<string, unknown>>

const usersOf = (list: readonly Counted[]): number[] => list.map(({ users }) => users)
const event = (device_id: string, timestamp: string, session_id: string, more: object = {}): Line => ({
  event: 'open',
  device_id,
  timestamp,
  session_id,
  ...more,
})

await topic('the edges of the classes', '2024-06-20T12:00:00Z', async (t, { send, ask }) => {
  const range = '2024-05-02,2024-05-31'
  const zeros = [0, 0, 0, 0, 0, 0, 0, 0]
  t.strictSame(
    await ask('segments'),
    names.map((segment, index) => ({
      segment,
      category: index < 4 ? 'lifecycle' : 'engagement',
      users: 0,
    })),
    'all eight, also of nothing',
  )
  const seen = (device: string, ...times: readonly string[]): readonly Line[] =>
    times.map((time) => event(device, time, `${device}-1`))
  await send([
    ...seen('new', '2024-05-25T00:00:00Z'),
    ...seen('returning', '2024-05-24T23:59:59.999Z', '2024-05-25T00:00:00Z'),
    ...seen('dormant', '2024-05-24T23:59:59.999Z'),
    ...seen('dormant by a hair', '2024-05-02T00:00:00Z'),
    ...seen('churned', '2024-05-01T23:59:59.999Z'),
    ...seen('later', '2024-06-01T00:00:00Z'),
  ])
  t.strictSame(usersOf(await ask('segments', { range })), [1, 1, 2, 1, 4, 0, 0, 0])
  t.strictSame(
    usersOf(await ask('segments', { range, timezone: 'Asia/Tokyo' })),
    [3, 0, 2, 0, 5, 0, 0, 0],
    'days of the zone: all of it nine hours earlier',
  )
  t.strictSame(usersOf(await ask('segments', { range: '2024-06-21,2024-06-30' })), zeros, 'not yet')
  for (const segment of names)
    t.strictSame(await ask(`segments/${segment}`, { range: '2024-06-21,2024-06-30' }), [], segment)
  const filtered = { 'conditions[0][field]': 'device_id', 'conditions[0][value]': 'returning' }
  t.strictSame(usersOf(await ask('segments', { range, ...filtered })), [0, 1, 0, 0, 1, 0, 0, 0])
  const since = { 'conditions[0][field]': 'timestamp', 'conditions[0][op]': 'gte' }
  const late = { ...since, 'conditions[0][value]': '2024-05-25' }
  t.strictSame(
    usersOf(await ask('segments', { range, ...late })),
    [2, 0, 0, 0, 2, 0, 0, 0],
    'conditions apply to the history too',
  )
})

await topic('sessions, and what has no effect', '2024-06-20T12:00:00Z', async (t, fixture) => {
  const { send, ask, service, id } = fixture
  const visits = (device: string, count: number): readonly Line[] =>
    Array.from({ length: count }, (_, n) =>
      event(device, `2024-06-19T10:00:00.${100 + n}Z`, `${device}-${n}`),
    )
  await send([
    ...[1, 2, 4, 5, 14, 15].flatMap((count) => visits(`v${count}`, count)),
    event('v1', '2024-06-20T12:00:00Z', 'v1-0', { properties: { plan: 'pro' } }),
    event('ahead', '2024-06-20T12:00:00.001Z', 'ahead'),
    event('before', '2024-06-13T23:59:59.999Z', 'across'),
    event('before', '2024-06-14T00:00:00Z', 'across'),
    event('before', '2024-06-13T12:00:00Z', 'outside'),
    event('phone', '2024-06-18T10:00:00Z', 'shared'),
    event('laptop', '2024-06-18T11:00:00Z', 'shared'),
    event('phone', '2024-06-18T12:00:00Z', 'own', { user_id: 'ann' }),
    event('laptop', '2024-06-18T11:30:00Z', 'shared', { user_id: 'ann' }),
    event('guest', '2024-06-18T11:45:00Z', 'shared'),
  ])
  const plain = await ask('segments', { range: '7d' })
  t.strictSame(
    usersOf(plain),
    [8, 1, 0, 0, 3, 3, 2, 1],
    'a session is counted once a person, from the range only, and not before it has been',
  )
  const idle: readonly Query[] = [
    ...['hourly', 'weekly', 'monthly', 'yearly'].map((granularity) => ({ granularity })),
    { breakdown: 'properties.plan', breakdown_limit: '1' },
    { breakdown: 'trait:plan' },
    { compare: 'yoy' },
  ]
  const casual = await ask('segments/casual', { range: '7d' })
  t.strictSame(casual, [
    { device_id: 'v4', user_id: null, segment: 'casual', session_count: 4 },
    { device_id: 'phone', user_id: 'ann', segment: 'casual', session_count: 2 },
    { device_id: 'v2', user_id: null, segment: 'casual', session_count: 2 },
  ])
  const [first] = (await ask('segments/new', { range: '7d', limit: '1' })) as readonly Row[]
  t.strictSame(first, {
    device_id: 'v1',
    user_id: null,
    segment: 'new',
    first_seen: '2024-06-19T10:00:00.100Z',
    last_seen: '2024-06-20T12:00:00.000Z',
  })
  for (const query of idle) {
    t.strictSame(await ask('segments', { range: '7d', ...query }), plain, JSON.stringify(query))
    t.strictSame(await ask('segments/casual', { range: '7d', ...query }), casual, JSON.stringify(query))
  }
  t.strictSame(await ask('query', { metric: 'segment:casual', range: '7d' }), casual)
  const errorOf = async (path: string, query: Query = {}): Promise<[number, string]> => {
    const { status, body } = await service.call('GET', `/api/v1/metrics/${path}`, { workspace: id, query })
    return [status, body.error as string]
  }
  for (const none of ['loyal', 'NEW', 'new%20', 'constructor', 'x'.repeat(2000)])
    t.strictSame(await errorOf(`segments/${none}`), [404, 'NOT_FOUND'], none.slice(0, 20))
  t.strictSame(await errorOf('query', { metric: 'segment:loyal' }), [404, 'NOT_FOUND'])
  t.strictSame(await errorOf('segments/new', { limit: '101' }), [422, 'VALIDATION_ERROR'])
  t.strictSame(await errorOf('segments', { limit: '1' }), [422, 'VALIDATION_ERROR'])
  t.equal((await ask('segments/new', { limit: '100', offset: '7', range: '7d' })).length, 1)
})

/** The expected rows of each segment, in order, computed by loops. */
function naive(
  events: readonly LawEvent[],
  personOf: (event: LawEvent) => string,
  userOf: (device: string) => string | null,
  from: number,
  end: number,
): ReadonlyMap<string, readonly Row[]> {
  interface Person {
    first: number
    last: number
    device: string
    sessions: Set<string | null>
    inside: string
    lastInside: number
  }
  const people = new Map<string, Person>()
  for (const one of events) {
    const at = Date.parse(one.timestamp)
    if (at >= end) continue
    const key = personOf(one)
    const fresh = { first: at, last: -1, device: '', sessions: new Set<string>(), inside: '', lastInside: -1 }
    const person: Person = people.get(key) ?? fresh
    people.set(key, person)
    person.first = Math.min(person.first, at)
    if (at >= person.last) Object.assign(person, { last: at, device: one.device_id })
    if (at < from) continue
    person.sessions.add(one.session_id)
    if (at >= person.lastInside) Object.assign(person, { lastInside: at, inside: one.device_id })
  }
  const rows = new Map<string, { row: Row; by: number; device: string }[]>(names.map((name) => [name, []]))
  for (const { first, last, device, sessions, inside } of people.values()) {
    const [new7, old7, old30] = [end - 7 * day, end - 7 * day, end - 30 * day]
    const life = first >= new7 ? 'new' : last >= old7 ? 'returning' : last >= old30 ? 'dormant' : 'churned'
    const iso = { first_seen: new Date(first).toISOString(), last_seen: new Date(last).toISOString() }
    const lifeRow = { device_id: device, user_id: userOf(device), segment: life, ...iso }
    rows.get(life)?.push({ row: lifeRow, by: last, device })
    const n = sessions.size
    if (n === 0) continue
    const kind = n === 1 ? 'one_timer' : n < 5 ? 'casual' : n < 15 ? 'regular' : 'power_user'
    const row = { device_id: inside, user_id: userOf(inside), segment: kind, session_count: n }
    rows.get(kind)?.push({ row, by: n, device: inside })
  }
  const ordered = [...rows].map(([name, list]) => {
    list.sort((a, b) => b.by - a.by || (a.device < b.device ? -1 : 1))
    return [name, list.map(({ row }) => row)] as const
  })
  return new Map(ordered)
}

const start = Date.parse('2024-04-01T00:00:00Z')
/** The days on which a device is active, by its number. */
const lives = [
  [0, 12],
  [0, 30],
  [20, 60],
  [53, 60],
  [0, 60],
] as const

for (const seed of [1, 2])
  await topic(
    `every list is as long as its figure, seed ${seed}`,
    '2024-05-31T00:00:00Z',
    async (t, fixture) => {
      const { send, ask } = fixture
      const drawn = lawData(seed, start, start + 60 * day, 900)
      const alive = ({ device_id, timestamp }: LawEvent): boolean => {
        const [born, dead] = lives[Number(device_id.slice(1)) % lives.length] ?? [0, 60]
        const at = (Date.parse(timestamp) - start) / day
        return at >= born && at < dead
      }
      const events = drawn.events
        .filter(alive)
        .map((one) => ({ ...one, session_id: one.session_id ?? `alone-${one.device_id}` }))
      await send([...events, ...drawn.links])
      const users = new Map(drawn.links.map(({ device_id, user_id }) => [device_id, user_id]))
      const userOf = (device: string): string | null => users.get(device) ?? null
      const found = new Set<string>()
      const plan = { 'conditions[0][field]': 'plan', 'conditions[0][value]': 'pro' }
      const asked: readonly (readonly [number, number, Query])[] = [
        [0, 60, {}],
        [30, 60, {}],
        [31, 45, plan],
        [0, 33, {}],
        [59, 60, {}],
      ]
      for (const [first, last, more] of asked) {
        const [from, end] = [start + first * day, start + last * day]
        const date = (time: number): string => new Date(time).toISOString().slice(0, 10)
        const query = { range: `${date(from)},${date(end - 1)}`, ...more }
        const passing = more === plan ? events.filter(({ properties }) => properties.plan === 'pro') : events
        const wanted = naive(passing, personIn(drawn), userOf, from, end)
        const counts = (await ask('segments', query)) as readonly Counted[]
        t.strictSame(
          counts.map(({ segment, users: n }) => [segment, n]),
          [...wanted].map(([name, rows]) => [name, rows.length]),
          query.range,
        )
        for (const [name, rows] of wanted) {
          if (rows.length > 0) found.add(name)
          const listed: Row[] = []
          for (let page: readonly Row[] = [{}]; page.length > 0; listed.push(...page))
            page = (await ask(`segments/${name}`, {
              ...query,
              limit: '4',
              offset: String(listed.length),
            })) as readonly Row[]
          t.strictSame(listed, rows, `${query.range} ${name}`)
        }
      }
      t.strictSame([...found].sort(), [...names].sort(), 'none of the segments is always empty')
    },
  )
