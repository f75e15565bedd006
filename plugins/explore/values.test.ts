import pg from 'pg'
import t, { type Test } from 'tap'
import { eachStore, type TestService } from '../../test/support/service.js'
import { sourcesOf, event, valuesIn } from './test-sources.js'

await eachStore(t, async (t, service) => {
  await t.test('the values of fields', (t) => values(t, service))
  await t.test('the kept values equal those of the rows', (t) => keptAndRead(t, service))
  await t.test('values that are not kept are read from the rows', (t) => beyondTheKept(t, service))
})

async function values(t: Test, service: TestService): Promise<void> {
  const fixture = await sourcesOf(service)
  const other = await sourcesOf(service)
  const of = (path: string, query?: Readonly<Record<string, string>>) => valuesIn(fixture, path, query)
  await other.send('events', [event('secret', { plan: 'secret' }, { country: 'XX' })])
  await fixture.send('events', [
    event('a', { plan: 'Pro', n: 1, at: { x: true } }, { country: 'DE', event: 'buy' }),
    event('b', { plan: 'pro', n: 1.5, list: [1] }, { country: 'DE' }),
    event('c', { plan: 'Pro', n: 1, list: { x: [] } }, { country: 'FR' }),
    event('d', { plan: '', n: '1' }),
    event('e', { plan: 'a.*b\\d', n: false, at: { x: 'true' } }, { country: 'é' }),
    event('e', { plan: 'ÄPFEL' }),
    ...['a', 'b'].map((device_id) => ({ type: 'identify', device_id, user_id: 'u1', traits: { tier: 1 } })),
    { type: 'identify', device_id: 'z', user_id: 'u2', traits: { tier: 'gold' } },
    { type: 'context', device_id: 'b', context: { os: 'iOS' }, properties: { theme: 'dark' } },
  ])
  await fixture.send('logs', [
    { message: 'm', level: 'error', service: 'api', data: { code: 500 } },
    { message: 'm', level: 'error', service: 'web' },
    { message: 'n' },
  ])
  await fixture.send('metrics', [
    { name: 'up', value: 1, labels: { host: 'b', 'a/b.c': '1' } },
    { name: 'up', value: 1, labels: { host: 'a' } },
  ])
  t.strictSame(await of('/events/values/country'), ['DE', 'FR', 'é'], 'missing ones are no value')
  t.strictSame(await of('/events/values/event_name'), ['open', 'buy'])
  t.strictSame(await of('/events/values/device_id', { limit: '2' }), ['e', 'a'])
  t.strictSame(await of('/events/values/properties.plan'), ['Pro', '', 'a.*b\\d', 'pro', 'ÄPFEL'])
  t.strictSame(await of('/events/values/properties.n'), ['1', '1.5', 'false'], 'as breakdowns show them')
  t.strictSame(await of('/events/values/properties.at.x'), ['true'])
  t.strictSame(await of('/events/values/properties.list'), [], 'a list is no value')
  t.strictSame(await of('/events/values/properties.none'), [])
  t.strictSame(await of('/events/values/user_id'), ['u1'], 'whose the device is')
  t.strictSame(await of('/logs/values/level'), ['error', 'info'])
  t.strictSame(await of('/logs/values/message.code'), ['500'])
  t.strictSame(await of('/logs/values/message.message'), ['m', 'n'])
  t.strictSame(await of('/metrics/values/labels.host'), ['a', 'b'])
  t.strictSame(await of(`/metrics/values/${encodeURIComponent('labels.a/b.c')}`), ['1'])
  t.strictSame(await of('/metrics/values/name'), ['up'])
  t.strictSame(await of('/context/values/os'), ['iOS'])
  t.strictSame(await of('/context/values/properties.theme'), ['dark'])
  t.strictSame(await of('/user_traits/values/traits.tier'), ['1', 'gold'])
  t.strictSame(await of('/user_traits/values/user_id'), ['u1', 'u2'])
  t.strictSame(await of('/user_devices/values/user_id'), ['u1', 'u2'])
  t.strictSame(await of('/user_devices/values/device_id'), ['a', 'b', 'z'])
  t.strictSame(await of('/users/values/user_id'), ['u1'], 'who has an event')
  t.strictSame(await of('/users/values/device_id'), ['b', 'c', 'd', 'e'], 'one a person: the one seen last')

  const searched = (search: string) => of('/events/values/properties.plan', { search })
  t.strictSame(await searched('PRO'), ['Pro', 'pro'])
  t.strictSame(await searched('äpf'), ['ÄPFEL'])
  t.strictSame(await searched('.*'), ['a.*b\\d'], 'no character is special')
  t.strictSame(await searched('\\D'), ['a.*b\\d'])
  t.strictSame(await searched(''), ['Pro', '', 'a.*b\\d', 'pro', 'ÄPFEL'])
  t.strictSame(await searched("' OR 1=1 --"), [])

  for (const limit of ['0', '-1', '1001', '1.5', 'x', ''])
    t.match(await of('/events/values/country', { limit }), { details: [{ path: 'limit' }] }, limit)
  t.strictSame(await of('/events/values/country', { limit: '1000' }), ['DE', 'FR', 'é'])
  for (const field of [
    'nope',
    'plan',
    'properties',
    'properties.',
    'timestamp',
    'person',
    'trait:tier',
    'seq',
  ])
    t.match(
      await of(`/events/values/${field}`),
      { error: 'VALIDATION_ERROR', details: [{ path: 'field' }] },
      field,
    )
  for (const path of ['/users/values/events', '/users/values/traits.tier', '/metrics/values/series'])
    t.match(await of(path), { error: 'VALIDATION_ERROR' }, path)
  t.match(await fixture.ask('/events/values/properties.a/b'), { status: 404 })
  t.match(await fixture.ask(`/events/values/${'x'.repeat(1_001)}`), { status: 422 })
}

async function inRecords({ recordsUrl }: TestService, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: recordsUrl })
  await client.connect()
  await client.query(`SET search_path TO sextant; ${statements}`)
  await client.end()
}

async function keptAndRead(t: Test, service: TestService): Promise<void> {
  const fixture = await sourcesOf(service)
  const odd = [
    '7',
    7,
    7.5,
    -0,
    1e21,
    1e-7,
    2 ** 53,
    true,
    '',
    ' ',
    '😀',
    'ÄPFEL',
    'äpfel',
    'ſ',
    'K',
    'k',
    "it's",
    '%',
  ]
  await fixture.send('events', [
    ...odd.map((value, n) =>
      event('a', { odd: value, 'a.b': n, a: { b: 'hidden' } }, { country: `c${n % 4}` }),
    ),
    event('b', { odd: 7, a: { b: 'shown' }, list: ['x'] }, { event: 'buy', country: 'c1' }),
    { type: 'identify', device_id: 'a', user_id: 'u1', traits: { tier: 1 } },
    { type: 'context', device_id: 'b', context: { os: 'iOS' }, properties: { theme: 'dark' } },
    event('b', { odd: 'later' }),
  ])
  await fixture.send('logs', [
    { message: 'm', level: 'error', service: 'api', data: { code: 500 } },
    { message: 'n' },
  ])
  await fixture.send('metrics', [{ name: 'up', value: 1, unit: 's', labels: { host: 'b' } }])
  const asked = [
    ...['properties.odd', 'properties.a.b', 'properties.list', 'properties.none'].map(
      (field) => `/events/values/${field}`,
    ),
    ...['event_name', 'device_id', 'session_id', 'user_id', 'country', 'os'].map(
      (field) => `/events/values/${field}`,
    ),
    ...['level', 'service', 'source', 'message.message', 'message.code'].map(
      (field) => `/logs/values/${field}`,
    ),
    ...['name', 'unit', 'type', 'temporality', 'labels.host'].map((field) => `/metrics/values/${field}`),
    ...[
      '/user_traits/values/traits.tier',
      '/user_traits/values/device_id',
      '/context/values/properties.theme',
    ],
    ...['/context/values/os', '/users/values/user_id', '/user_devices/values/device_id'],
  ]
  const answers = async () => {
    const result: Record<string, unknown> = {}
    for (const path of asked)
      for (const search of ['', '7', 'äp', 's', 'k', "'"])
        result[`${path} ${search}`] = (await fixture.ask(path, search === '' ? {} : { search })).body.data
    return result
  }
  const kept = await answers()
  t.match(kept['/events/values/properties.odd äp'], { values: ['ÄPFEL', 'äpfel'], since: null })
  t.match(kept['/events/values/os '], { values: ['iOS'] }, 'an event has the context of its device')
  await inRecords(service, 'DELETE FROM property_values')
  t.strictSame(await answers(), kept, 'read from the rows')
  await inRecords(
    service,
    'INSERT INTO property_values_older SELECT id FROM workspaces ON CONFLICT DO NOTHING',
  )
  await fixture.send('events', [event('a', { odd: 'new' })])
  const { body } = await fixture.ask('/events/values/properties.odd')
  const before = (kept['/events/values/properties.odd '] as { values: readonly string[] }).values
  t.strictSame([...body.data.values].sort(), [...before, 'new'].sort(), 'begun with the rows of before')
  t.equal(body.data.values[0], '7')
  t.equal(body.data.since, null)
}

async function beyondTheKept(t: Test, service: TestService): Promise<void> {
  const fixture = await sourcesOf(service)
  const idOf = (n: number): string => `id ${String(n).padStart(4, '0')}`
  const events = Array.from({ length: 2_100 }, (_, n) =>
    event('d', { id: idOf(n), plan: n === 0 ? 'rare' : 'pro' }),
  )
  await fixture.send('events', [...events, ...['often', 'often'].map((id) => event('d', { id }))])
  const { body: first } = await fixture.ask('/events/values/properties.id', { limit: '1000' })
  t.match(first.data, { truncated: true, since: null })
  t.equal(first.data.values.length, 1_000)
  t.equal(first.data.values[0], 'often')
  t.notOk(first.data.values.includes(idOf(0)))
  const { body: found } = await fixture.ask('/events/values/properties.id', { search: 'ID 000' })
  t.strictSame(
    found.data.values,
    Array.from({ length: 10 }, (_, n) => idOf(n)),
  )
  t.notOk('truncated' in found.data, 'all rows were read')
  const { body: none } = await fixture.ask('/events/values/properties.id', { search: 'nothing' })
  t.strictSame(none.data.values, [])
  const { body: plans } = await fixture.ask('/events/values/properties.plan')
  t.strictSame(plans.data, {
    source: 'events',
    field: 'properties.plan',
    values: ['pro', 'rare'],
    since: null,
  })
}
