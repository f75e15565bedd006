import t, { type Test } from 'tap'
import { overEachStore, type StoreService } from '../../test/http/stores.js'
import type { Called } from '../../test/support/request.js'

interface Bench {
  readonly service: StoreService
  readonly id: string
  send(kind: 'events' | 'logs' | 'metrics', lines: readonly object[]): Promise<void>
  ask(path: string, query?: Readonly<Record<string, string>>): Promise<Called>
}

async function benchOf(service: StoreService): Promise<Bench> {
  const { id, ingestKey } = await service.workspace()
  return {
    service,
    id,
    async send(kind, lines) {
      const sent = await service.call('POST', `/v1/${kind}`, { token: ingestKey, body: lines })
      if (sent.status !== 202) throw new Error(JSON.stringify(sent.body))
    },
    ask: (path, query = {}) => service.call('GET', `/api/v1/data/sources${path}`, { workspace: id, query }),
  }
}

const event = (device_id: string, properties: object, more: object = {}) => ({
  event: 'open',
  device_id,
  timestamp: '2024-05-10T10:00:00Z',
  properties,
  ...more,
})

/** [name, types, share] of the properties that are told. */
function seen({ body }: Called): readonly unknown[] {
  const fields = body.data.fields as readonly { name: string; types?: unknown; share?: number }[]
  return fields.flatMap(({ name, types, share }) => (types === undefined ? [] : [[name, types, share]]))
}

async function valuesIn({ ask }: Bench, path: string, query?: Readonly<Record<string, string>>) {
  const answer = await ask(path, query)
  return answer.status === 200 ? (answer.body.data.values as readonly string[]) : answer.body
}

await overEachStore(t, async (t, service) => {
  await t.test('the sources and their columns', (t) => sourceLists(t, service))
  await t.test('the properties that occur', (t) => properties(t, service))
  await t.test('hostile names, and very many', (t) => oddProperties(t, service))
  await t.test('values', (t) => values(t, service))
})

async function sourceLists(t: Test, service: StoreService): Promise<void> {
  const { ask } = await benchOf(service)
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

async function properties(t: Test, service: StoreService): Promise<void> {
  const bench = await benchOf(service)
  const other = await benchOf(service)
  await other.send('events', [event('d', { secret: 'elsewhere' })])
  await bench.send('events', [
    event('a', { plan: 'pro', n: 1, ok: true, list: [{ x: 1 }], deep: { er: { est: 'x' } } }),
    event('b', { plan: 'free', n: 1.5, 'dotted.name': 1, deep: { er: 2 } }),
    event('c', { plan: 3, n: 'many', nothing: null, empty: {}, a: { 'b.c': 1 } }),
    event('d', { 'x.y': 1, x: { y: 'both' } }),
    { type: 'identify', device_id: 'a', user_id: 'u', traits: { tier: 'gold', city: { name: 'X' } } },
    { type: 'context', device_id: 'a', context: { os: 'iOS' }, properties: { theme: 'dark' } },
  ])
  const events = await bench.ask('/events/fields')
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
  t.strictSame(seen(await bench.ask('/user_traits/fields')), [
    ['traits.city.name', ['text'], 1],
    ['traits.tier', ['text'], 1],
  ])
  t.strictSame(seen(await bench.ask('/context/fields')), [['properties.theme', ['text'], 1]])
  await bench.send('logs', [
    { message: 'one', data: { code: 1 } },
    { message: 'two', level: 'error' },
  ])
  t.strictSame(seen(await bench.ask('/logs/fields')), [
    ['message.message', ['text'], 1],
    ['message.code', ['number'], 0.5],
  ])
  await bench.send('metrics', [
    { name: 'up', value: 1, labels: { host: 'a', zone: 'x' } },
    { name: 'up', value: 1, labels: { host: 'b' } },
    { name: 'rows', value: 1 },
  ])
  const metrics = await bench.ask('/metrics/fields')
  t.strictSame(seen(metrics), [
    ['labels.host', ['text'], 2 / 3],
    ['labels.zone', ['text'], 1 / 3],
  ])
  t.equal(metrics.body.data.sample, 3)
  t.strictSame(seen(await other.ask('/events/fields')), [['properties.secret', ['text'], 1]])
}

async function oddProperties(t: Test, service: StoreService): Promise<void> {
  const bench = await benchOf(service)
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
  await bench.send('events', [event('d', odd)])
  const found = seen(await bench.ask('/events/fields')) as readonly (readonly unknown[])[]
  t.strictSame(
    found.map(([name]) => name),
    names.map((name) => `properties.${name}`).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
  for (const name of names)
    t.strictSame(
      await valuesIn(bench, `/events/values/${encodeURIComponent(`properties.${name}`)}`),
      ['v'],
      name,
    )

  const many = await benchOf(service)
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

async function values(t: Test, service: StoreService): Promise<void> {
  const bench = await benchOf(service)
  const other = await benchOf(service)
  const of = (path: string, query?: Readonly<Record<string, string>>) => valuesIn(bench, path, query)
  await other.send('events', [event('secret', { plan: 'secret' }, { country: 'XX' })])
  await bench.send('events', [
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
  await bench.send('logs', [
    { message: 'm', level: 'error', service: 'api', data: { code: 500 } },
    { message: 'm', level: 'error', service: 'web' },
    { message: 'n' },
  ])
  await bench.send('metrics', [
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
  t.match(await bench.ask('/events/values/properties.a/b'), { status: 404 })
  t.match(await bench.ask(`/events/values/${'x'.repeat(1_001)}`), { status: 422 })
}
