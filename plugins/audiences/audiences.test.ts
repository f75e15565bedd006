import t, { type Test } from 'tap'
import { testService } from '../../test/support/service.js'
import { openTopics, type TopicService } from '../../test/http/topic.js'
import { countUnsaved, save } from './test-audiences.js'

const topic = await openTopics(t, (t, store) => testService(t, { store }))
const now = '2024-05-10T12:00:00.000Z'

const line = (device_id: string, event: string, timestamp: string, more: object = {}) => ({
  event,
  device_id,
  timestamp,
  ...more,
})
const link = (device_id: string, user_id: string, traits?: object) => ({
  type: 'identify',
  device_id,
  user_id,
  timestamp: '2024-05-10T11:00:00Z',
  ...(traits === undefined ? {} : { traits }),
})

/** ann: a phone and a laptop; bob: one device; cat, dan, eve: anonymous devices. */
const lines = [
  line('phone', 'open', '2024-05-09T10:00:00Z', { properties: { plan: 'pro', n: 5 } }),
  line('phone', 'buy', '2024-05-09T10:05:00Z', { properties: { plan: 'free', n: 1 } }),
  line('laptop', 'buy', '2024-04-01T10:00:00Z', { context: { country: 'DE' } }),
  line('bobs', 'open', '2024-05-03T12:00:00.000Z', { properties: { plan: 'pro' } }),
  line('bobs', 'open', '2024-05-03T11:59:59.999Z', { context: { country: 'FR' } }),
  line('cat', 'buy', '2024-01-01T00:00:00Z', { properties: { plan: 'pro', n: '5' } }),
  line('dan', 'leave', '2024-05-10T12:00:00.000Z', { context: { country: 'DE' } }),
  line('eve', 'open', '2024-05-10T12:00:00.001Z', { properties: { plan: 'pro' } }),
  link('phone', 'ann', { tier: 'gold', age: 40 }),
  link('laptop', 'ann', { tier: 'silver' }),
  link('bobs', 'bob', { age: 30 }),
  { ...link('laptop', 'ann', { tier: null }), timestamp: '2024-05-10T11:30:00Z' },
]

const checker =
  (t: Test, fixture: TopicService) =>
  async (definition: object, expected: readonly string[], why = JSON.stringify(definition)) => {
    const group = await save(fixture, definition)
    t.strictSame(await group.members(), expected, why)
    t.equal(await group.count(), expected.length, why)
    t.equal(await countUnsaved(fixture, definition), expected.length, `${why}, unsaved`)
  }
const filter = (field: string, operator: string, value?: unknown) => ({ field, operator, value })

await topic('filters', now, async (t, fixture) => {
  await fixture.send(lines)
  const check = checker(t, fixture)
  const filters = (...all: object[]) => ({ filters: all })
  await check({}, ['ann', 'bob', 'cat', 'dan'], 'everybody; what lies in the future has not been')
  await check({ filters: [], events: [] }, ['ann', 'bob', 'cat', 'dan'])
  await check(filters(filter('properties.plan', 'eq', 'pro')), ['ann', 'bob', 'cat'])
  await check(filters(filter('plan', 'ne', 'pro')), ['ann', 'bob', 'dan'], 'some event is not')
  await check(
    filters(filter('plan', 'eq', 'free'), filter('plan', 'eq', 'pro')),
    ['ann'],
    'each filter has an event of its own',
  )
  await check(filters(filter('properties.n', 'eq', 5)), ['ann'], 'a text is no number')
  await check(filters(filter('country', '=', 'DE'), filter('plan', 'is_set')), ['ann'])
  await check(filters(filter('event_name', 'in', ['leave', 'nothing'])), ['dan'])
  await check(filters(filter('event_name', 'regex', '^l.*e$')), ['dan'])
  await check(filters(filter('user_id', 'is_not_set')), ['cat', 'dan'])
  await check({ ...filters(filter('plan', 'eq', 'pro')), lookback_days: 7 }, ['ann', 'bob'], 'to the instant')
  await check({ ...filters(filter('country', 'eq', 'FR')), lookback_days: 7 }, [], 'and not one before')
  await check({ lookback_days: 1 }, ['ann', 'bob', 'cat', 'dan'], 'there is nothing to look back for')
  await check(filters(filter('trait:tier', 'eq', 'silver')), ['ann'], 'the latest that is not null')
  await check(filters(filter('trait:tier', 'eq', 'gold')), [])
  await check(filters(filter('trait:age', 'gte', 30)), ['ann', 'bob'])
  await check(filters(filter('trait:age', 'gt', 30), filter('country', 'is_set')), ['ann'])
  await check(filters(filter('trait:age', 'ne', 40)), ['bob', 'cat', 'dan'], 'who has none is not 40')
  await check(filters(filter('trait:age', 'is_not_set'), filter('trait:tier', 'is_not_set')), ['cat', 'dan'])
  await check({ ...filters(filter('trait:age', 'eq', 40)), lookback_days: 1 }, ['ann'], 'a trait has no age')
})

await topic('event rules', now, async (t, fixture) => {
  await fixture.send(lines)
  const check = checker(t, fixture)
  const events = (...all: object[]) => ({ events: all })
  await check(events({ event: 'buy', days: 7 }), ['ann'])
  await check(events({ event: 'buy', days: 365 }), ['ann', 'cat'])
  await check(events({ event: 'open', days: 7 }), ['ann', 'bob'])
  await check(events({ event: 'leave', days: 1 }), ['dan'], 'also this very instant')
  await check(events({ event: 'open', days: 7, min_count: 2 }), [], 'the other lies a millisecond before')
  await check(events({ event: 'open', days: 8, min_count: 2 }), ['bob'])
  await check(events({ event: 'buy', days: 90, min_count: 2 }), ['ann'], 'on two devices')
  await check(events({ event: 'buy', days: 7 }, { event: 'open', days: 7 }), ['ann'])
  await check(events({ event: 'buy', days: 7, negate: true }), ['bob', 'cat', 'dan'])
  await check(events({ event: 'buy', days: 90, min_count: 2, negate: true }), ['bob', 'cat', 'dan'])
  await check(events({ event: 'open', days: 30 }, { event: 'buy', days: 365, negate: true }), ['bob'])
  await check(
    events({ event: 'open', days: 36_500, negate: true }, { event: 'buy', days: 36_500, negate: true }),
    ['dan'],
  )
  const pro = [filter('plan', 'eq', 'pro')]
  await check(events({ event: 'open', days: 30, filters: pro }), ['ann', 'bob'])
  await check(events({ event: 'buy', days: 30, filters: pro }), [])
  await check(events({ event: 'open', days: 30, filters: pro, negate: true }), ['cat', 'dan'])
  const old = [filter('trait:age', 'gt', 35)]
  await check(events({ event: 'open', days: 30, filters: old }), ['ann'])
  await check(events({ event: 'open', days: 30, filters: [...old, ...pro], negate: true }), [
    'bob',
    'cat',
    'dan',
  ])
  await check(
    {
      filters: [filter('country', 'eq', 'DE'), filter('trait:tier', 'is_set')],
      events: [
        { event: 'open', days: 2 },
        { event: 'leave', days: 2, negate: true },
      ],
      lookback_days: 60,
    },
    ['ann'],
  )
})

await topic('persons that are listed', now, async (t, fixture) => {
  await fixture.send(lines)
  const check = checker(t, fixture)
  const members = (...all: object[]) => ({ members: all })
  await check(members({ device_id: 'dan' }, { device_id: 'cat', user_id: null }), ['cat', 'dan'])
  await check(members({ device_id: 'phone' }), ['ann'], 'whoever the device belongs to now')
  await check(members({ device_id: 'bobs', user_id: 'ann' }), ['ann'], 'a user is meant, whatever the device')
  await check(members({ user_id: 'ann' }, { device_id: 'dan' }), ['ann', 'dan'], 'a user alone')
  await check(members({ device_id: 'bobs', user_id: 'ann' }, { device_id: 'dan' }), ['ann', 'dan'])
  await check(members({ device_id: 'nobody' }, { device_id: 'ann' }), [], 'a user and a device are two')
  await check(
    {
      ...members({ device_id: 'x', user_id: 'ann' }, { device_id: 'dan' }),
      events: [{ event: 'buy', days: 7 }],
    },
    ['ann'],
    'with rules beside the list',
  )
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    device_id: `${n} with 'quotes', "others", \\ and \n lines`,
    user_id: n % 2 ? `user ${n} é 😀` : null,
  }))
  await fixture.send([line(many[9_998]?.device_id ?? '', 'open', '2024-05-01T00:00:00Z')])
  await check(members(...many), [many[9_998]?.device_id ?? ''], 'ten thousand')
  const group = await save(fixture, members(...many))
  t.equal(await fixture.total('dau', { range: '90d', audience: group.id, breakdown: 'country' }), 1)
  t.equal(await fixture.total('sessions', { range: '90d', audience: group.id }), 1)

  // The rows of a people list can be saved as an audience.
  const page = await fixture.ask('dau/people', { range: '7d' })
  const listed = (page.data as { device_id: string; user_id: string | null }[]).map(
    ({ device_id, user_id }) => ({ device_id, user_id }),
  )
  await check(members(...listed), ['ann', 'dan'])
})

await topic('questions about an audience', now, async (t, fixture) => {
  await fixture.send(lines)
  const { service, id: workspace, total, values, ask } = fixture
  const buyers = await save(fixture, { events: [{ event: 'buy', days: 365 }] })
  const nobody = await save(fixture, { events: [{ event: 'nothing', days: 1 }] })
  const audience = buyers.id
  t.equal(await total('dau', { range: '365d', audience }), 2)
  t.equal(await total('events', { range: '7d', audience }), 2, "all of ann's, not only what she bought")
  t.equal(await total('events', { range: '7d' }), 4)
  t.equal(await total('users', { range: '365d', audience }), 1)
  t.strictSame(await values('mau', { range: '2024-05-09,2024-05-10', audience }), [1, 1])
  t.equal(await total('events', { range: '365d', audience: nobody.id }), 0)
  const split = await fixture.points('events', {
    range: '365d',
    granularity: 'yearly',
    audience,
    breakdown: 'plan',
  })
  t.strictSame(
    split.filter(([, , value]) => value !== 0).map(([, ...rest]) => rest),
    [
      ['pro', 2],
      ['(none)', 1],
      ['free', 1],
    ],
  )
  const compared = await ask('events', { range: '2024-05-08,2024-05-10', audience, compare: 'previous' })
  t.match(compared.data, { total: 2, comparison: { previous_total: 0 } })
  const gold = { 'conditions[0][field]': 'trait:tier', 'conditions[0][value]': 'silver' }
  t.equal(await total('events', { range: '365d', audience, ...gold }), 3)
  const people = await ask('dau/people', { range: '365d', audience })
  t.strictSame(
    (people.data as { device_id: string }[]).map(({ device_id }) => device_id),
    ['phone', 'cat'],
  )
  t.equal((await ask('events/raw', { range: '365d', audience })).data.length, 4)
  t.equal(await total('query', { metric: 'event:buy', range: '365d', audience }), 3)
  t.equal(await total('events/first-time', { event: 'open', range: '30d', audience }), 1)
  t.equal(await total('events/per-actor', { event: 'buy', metric: 'max', range: '365d', audience }), 2)

  const refused = async (query: Record<string, string>, path = 'dau'): Promise<string> => {
    const { status, body } = await service.call('GET', `/api/v1/metrics/${path}`, { workspace, query })
    t.equal(status, 422, JSON.stringify(query))
    t.strictSame(body.details[0].path, 'audience')
    return String(body.message)
  }
  t.match(await refused({ audience: 'aud_none' }), /unknown audience "aud_none"/)
  t.match(await refused({ audience: '' }), /must not be empty/)
  t.match(await refused({ audience }, 'logs'), /cannot restrict logs/)
  t.match(await refused({ audience }, 'logs/raw'), /logs/)
  const other = await fixture.other()
  const answer = await service.call('GET', '/api/v1/metrics/dau', {
    workspace: other.id,
    query: { audience },
  })
  t.equal(answer.status, 422, 'of another workspace it is unknown')
  await service.call('DELETE', `/api/v1/audiences/${audience}`, { workspace })
  await refused({ audience })
})

await topic('ranges follow the workspace’s calendar, not the request’s', now, async (t, fixture) => {
  await fixture.send([
    line('sat', 'open', '2024-04-27T10:00:00Z'),
    line('night', 'open', '2024-04-28T22:30:00Z'),
    line('may', 'open', '2024-05-04T12:00:00Z'),
  ])
  const { service, id } = fixture
  const definition = { filter: { did: { event: 'open', within: 'last_week' } } }
  const group = await save(fixture, definition)
  const calendars = [
    ['UTC', 'monday', ['may']],
    ['Europe/Berlin', 'monday', ['may', 'night']],
    ['Europe/Berlin', 'saturday', ['night', 'sat']],
    ['UTC', 'sunday', ['may', 'night']],
  ] as const
  for (const [timezone, weekStart, expected] of calendars) {
    await service.defaults({ id }, { timezone, weekStart })
    const why = `${timezone}, ${weekStart}`
    t.strictSame(await group.members(), expected, why)
    t.equal(await countUnsaved(fixture, definition), expected.length, why)
    const query = { range: '30d', audience: group.id, timezone: 'Asia/Tokyo', week_start: 'monday' }
    t.equal(await fixture.total('dau', query), expected.length, why)
  }
})
