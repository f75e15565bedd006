import pg from 'pg'
import t, { type Test } from 'tap'
import { eachStore, type TestService } from '../../test/support/service.js'
import type { Called } from '../../test/support/request.js'
import { sourcesOf, event, seen, valuesIn } from './test-sources.js'

await eachStore(t, async (t, service) => {
  await t.test('the sources and their columns', (t) => sourceLists(t, service))
  await t.test('the properties that occur', (t) => properties(t, service))
  await t.test('hostile names, and very many', (t) => oddProperties(t, service))
  await t.test('rows that are older than the catalogue', (t) => beforeTheCatalogue(t, service))
})

async function sourceLists(t: Test, service: TestService): Promise<void> {
  const { ask } = await sourcesOf(service)
  const { status, body } = await ask('')
  t.equal(status, 200)
  const sources = body.data.sources as readonly Record<string, string>[]
  t.strictSame(
    sources.map(({ id, table }) => [id, table]),
    [
      ['events', 'events_v1'],
      ['logs', 'logs_v1'],
      ['context', 'context_v1'],
      ['user_traits', 'user_traits_v1'],
      ['users', 'users_v1'],
      ['user_devices', 'user_devices'],
      ['metrics', 'metrics_v1'],
    ],
  )
  for (const source of sources) {
    t.strictSame(Object.keys(source), ['id', 'name', 'description', 'table'])
    const { status, body } = await ask(`/${source['id'] ?? ''}/fields`)
    t.equal(status, 200)
    t.equal(body.data.source, source['id'])
    const fields = body.data.fields as readonly Record<string, string>[]
    t.ok(fields.length >= 3)
    for (const field of fields) {
      t.strictSame(Object.keys(field), ['name', 'data_type', 'description'], 'nothing is stored yet')
      t.match(field['data_type'], /^(text|number|time|json|array)$/)
      if (field['data_type'] !== 'text') continue
      const found = await ask(`/${source['id'] ?? ''}/values/${field['name'] ?? ''}`)
      t.match(found, { status: 200, body: { data: { values: [], since: null } } })
    }
    const nothing = 'sample' in body.data ? 0 : undefined
    t.equal(body.data.sample, nothing)
  }
  for (const path of ['/none/fields', '/none/values/x', '/__proto__/fields', '/EVENTS/fields'])
    t.match(await ask(path), { status: 404, body: { error: 'NOT_FOUND' } }, path)
}

async function properties(t: Test, service: TestService): Promise<void> {
  const fixture = await sourcesOf(service)
  const other = await sourcesOf(service)
  await other.send('events', [event('d', { secret: 'elsewhere' })])
  await fixture.send('events', [
    event('a', { plan: 'pro', n: 1, ok: true, list: [{ x: 1 }], deep: { er: { est: 'x' } } }),
    event('b', { plan: 'free', n: 1.5, 'dotted.name': 1, deep: { er: 2 } }),
    event('c', { plan: 3, n: 'many', nothing: null, empty: {}, a: { 'b.c': 1 } }),
    event('d', { 'x.y': 1, x: { y: 'both' } }),
    { type: 'identify', device_id: 'a', user_id: 'u', traits: { tier: 'gold', city: { name: 'X' } } },
    { type: 'context', device_id: 'a', context: { os: 'iOS' }, properties: { theme: 'dark' } },
  ])
  const events = await fixture.ask('/events/fields')
  t.strictSame(seen(events), [
    ['properties.n', ['number', 'text'], 0.75],
    ['properties.plan', ['text', 'number'], 0.75],
    ['properties.x.y', ['text', 'number'], 0.5],
    ['properties.deep.er', ['number'], 0.25],
    ['properties.deep.er.est', ['text'], 0.25],
    ['properties.dotted.name', ['number'], 0.25],
    ['properties.list', ['array'], 0.25],
    ['properties.ok', ['boolean'], 0.25],
  ])
  t.equal(events.body.data.sample, 4)
  t.match(events.body.data.fields.at(-1), {
    name: 'properties.ok',
    data_type: 'boolean',
    description: 'in 25 % of the rows',
  })
  t.strictSame(seen(await fixture.ask('/user_traits/fields')), [
    ['traits.city.name', ['text'], 1],
    ['traits.tier', ['text'], 1],
  ])
  t.strictSame(seen(await fixture.ask('/context/fields')), [['properties.theme', ['text'], 1]])
  await fixture.send('logs', [
    { message: 'one', data: { code: 1 } },
    { message: 'two', level: 'error' },
  ])
  t.strictSame(seen(await fixture.ask('/logs/fields')), [
    ['message.message', ['text'], 1],
    ['message.code', ['number'], 0.5],
  ])
  await fixture.send('metrics', [
    { name: 'up', value: 1, labels: { host: 'a', zone: 'x' } },
    { name: 'up', value: 1, labels: { host: 'b' } },
    { name: 'rows', value: 1 },
  ])
  const metrics = await fixture.ask('/metrics/fields')
  t.strictSame(seen(metrics), [
    ['labels.host', ['text'], 2 / 3],
    ['labels.zone', ['text'], 1 / 3],
  ])
  t.equal(metrics.body.data.sample, 3)
  t.strictSame(seen(await other.ask('/events/fields')), [['properties.secret', ['text'], 1]])

  t.match(events.body.data.fields.at(-1), {
    first_seen: '2024-05-10T10:00:00.000Z',
    last_seen: '2024-05-10T10:00:00.000Z',
    examples: ['true'],
  })
  const names = async (query: Readonly<Record<string, string>>) =>
    (await fixture.ask('/events/fields', query)).body.data.fields.map(({ name }: { name: string }) => name)
  t.strictSame(await names({ search: 'X.Y' }), ['properties.x.y'])
  t.strictSame(await names({ search: 'country' }), ['country'], 'columns are searched too')
  t.strictSame((await names({ search: 'properties.', type: 'boolean' })).slice(-1), ['properties.ok'])
  t.strictSame((await names({ limit: '1' })).at(-1), 'properties.n')
  t.match(await fixture.ask('/events/fields', { limit: '1' }), { body: { data: { truncated: true } } })
  for (const query of [{ limit: '0' }, { limit: '10001' }, { type: 'json' }, { search: 'x'.repeat(201) }])
    t.match(await fixture.ask('/events/fields', query), { status: 422 }, JSON.stringify(query))
}

/** The catalogue of a workspace from a version without one begins with the newest rows. */
async function beforeTheCatalogue(t: Test, service: TestService): Promise<void> {
  const fixture = await sourcesOf(service)
  await fixture.send('events', [
    event('a', { plan: 'pro', deep: { er: 1 }, 'a.b': 1 }),
    event('b', { plan: 3, list: [1] }),
    { type: 'identify', device_id: 'a', user_id: 'u', traits: { tier: 'gold' } },
    { type: 'context', device_id: 'a', context: { os: 'iOS' }, properties: { theme: 'dark' } },
  ])
  await fixture.send('logs', [{ message: 'one', data: { code: 1 } }])
  await fixture.send('metrics', [{ name: 'up', value: 1, labels: { host: 'a' } }])
  const sources = ['events', 'user_traits', 'context', 'logs', 'metrics']
  const all = () => Promise.all(sources.map(async (source) => seen(await fixture.ask(`/${source}/fields`))))
  const kept = await all()
  t.equal(kept[0]?.length, 4)
  const client = new pg.Client({ connectionString: service.recordsUrl })
  await client.connect()
  await client.query(`SET search_path TO sextant; DELETE FROM property_names; DELETE FROM property_days;
    INSERT INTO property_starts SELECT id, unnest(ARRAY['events', 'logs', 'contexts', 'traits', 'metrics']) FROM workspaces`)
  await client.end()
  t.strictSame(await all(), kept)
  t.strictSame(await all(), kept, 'and keeps it')
  await fixture.send('events', [event('c', { later: 1 })])
  t.match(seen(await fixture.ask('/events/fields')).at(-1), ['properties.list', ['array'], 1 / 3])
  t.match(seen(await fixture.ask('/events/fields', { search: 'later' })), [
    ['properties.later', ['number'], 1 / 3],
  ])
}

async function oddProperties(t: Test, service: TestService): Promise<void> {
  const fixture = await sourcesOf(service)
  const names = [
    'it\'s "q" `b`',
    'back\\slash',
    '100%',
    '%2E',
    '%252E',
    'ünï 😀',
    '__proto__',
    '$1',
    '?',
    'a/b',
  ]
  const odd = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: "v"`).join(', ')}}`) as object
  await fixture.send('events', [event('d', odd)])
  const found = seen(await fixture.ask('/events/fields')) as readonly (readonly unknown[])[]
  t.strictSame(
    found.map(([name]) => name),
    names.map((name) => `properties.${name}`).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
  for (const name of names)
    t.strictSame(
      await valuesIn(fixture, `/events/values/${encodeURIComponent(`properties.${name}`)}`),
      ['v'],
      name,
    )

  const many = await sourcesOf(service)
  const group = (from: number) =>
    Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`p${from + n}`, n]))
  await many.send(
    'events',
    Array.from({ length: 20 }, (_, n) => event(`d${n}`, { ...group(n * 500), common: n })),
  )
  const { body } = await many.ask('/events/fields')
  const first = seen({ body } as Called)
  t.equal(first.length, 1_000)
  t.strictSame(first.slice(0, 3), [
    ['properties.common', ['number'], 1],
    ['properties.p0', ['number'], 0.05],
    ['properties.p1', ['number'], 0.05],
  ])
  t.equal(body.data.truncated, true)
  t.equal(body.data.sample, 20)
}
