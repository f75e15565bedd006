import t from 'tap'
import { testService } from '../../test/support/service.js'

const service = await testService(t)
const root = '/api/v1/dictionary'

async function open() {
  const { id: workspace } = await service.workspace()
  const call = (method: string, path: string, options: object = {}) =>
    service.call(method, root + path, { workspace, ...options })
  return { workspace, call }
}

t.test('entries are created by the first description, changed, listed and deleted', async (t) => {
  service.setClock(Date.parse('2024-05-10T12:00:00.250Z'))
  const { call } = await open()
  t.equal((await call('GET', '/events/signed_up')).status, 404)
  const properties = [
    { name: 'plan', type: 'text', allowed: ['pro', 'free'] },
    { name: 'amount', required: true },
  ]
  const made = await call('PUT', '/events/signed_up', {
    body: { description: ' A new account ', owner: 'Growth', status: 'verified', properties },
  })
  t.equal(made.status, 200)
  const { updated_by, ...rest } = made.body.data
  t.match(updated_by, /^usr_/)
  t.strictSame(rest, {
    name: 'signed_up',
    description: 'A new account',
    owner: 'Growth',
    status: 'verified',
    properties: [
      { name: 'amount', required: true, type: null, allowed: null },
      { name: 'plan', required: false, type: 'text', allowed: ['pro', 'free'] },
    ],
    updated_at: '2024-05-10T12:00:00.250Z',
  })
  t.strictSame((await call('GET', '/events/signed_up')).body, made.body)
  const changed = await call('PUT', '/events/signed_up', { body: { status: 'hidden', owner: null } })
  t.match(changed.body.data, {
    status: 'hidden',
    owner: null,
    description: 'A new account',
    properties: rest.properties,
  })

  const odd = 'a/b "c" é 100%'
  const at = `/properties/${encodeURIComponent(odd)}`
  t.match((await call('PUT', at, { body: { type: 'number', allowed: [1, 2] } })).body.data, {
    name: odd,
    type: 'number',
  })
  t.match((await call('PUT', at, { body: { description: 'x' } })).body.data, {
    type: 'number',
    allowed: [1, 2],
  })
  t.match((await call('PUT', at, { body: { allowed: null } })).body.data, { type: 'number', allowed: null })
  t.strictSame((await call('GET', '/properties')).body.data, {
    properties: [(await call('GET', at)).body.data],
    next: null,
  })

  for (const name of ['Z', 'a', 'É', 'b'])
    await call('PUT', `/events/${encodeURIComponent(name)}`, { body: {} })
  const names = async (query: object) => {
    const { data } = (await call('GET', '/events', { query })).body
    return [(data.events as { name: string }[]).map(({ name }) => name), data.next]
  }
  t.strictSame(await names({}), [['Z', 'a', 'b', 'signed_up', 'É'], null], 'by bytes')
  t.strictSame(await names({ limit: '2' }), [['Z', 'a'], 'a'])
  t.strictSame(await names({ limit: '2', after: 'a' }), [['b', 'signed_up'], 'signed_up'])
  t.strictSame(await names({ search: 'ACCOUNT' }), [['signed_up'], null])
  t.strictSame(await names({ status: 'hidden' }), [['signed_up'], null])
  t.equal((await call('DELETE', '/events/a')).status, 204)
  t.equal((await call('DELETE', '/events/a')).status, 404)
  const elsewhere = (await service.workspace()).id
  t.equal((await service.call('GET', `${root}/events/b`, { workspace: elsewhere })).status, 404)
  service.setClock(null)
})

t.test('bad input names the field', async (t) => {
  const { call } = await open()
  const refused = async (method: string, path: string, body: object, field: string): Promise<void> => {
    const answer = await call(method, path, { body })
    t.equal(answer.status, 422, JSON.stringify(body))
    const paths = (answer.body.details as { path: string }[]).map((one) => one.path)
    t.ok(paths.includes(field), `${paths.join()} has ${field}`)
  }
  await refused('PUT', '/events/e', { status: 'x' }, '/status')
  await refused('PUT', '/events/e', { type: 'text' }, '/type')
  await refused('PUT', '/events/e', { properties: [{ name: 'p' }, { name: 'p' }] }, '/properties/1/name')
  await refused('PUT', '/events/e', { properties: [{ name: 'p', type: 'date' }] }, '/properties/0/type')
  await refused('PUT', '/properties/p', { type: 'number', allowed: [1, '2'] }, '/allowed/1')
  await refused('PUT', '/properties/p', { allowed: ['x', 'x'] }, '/allowed/1')
  await refused('PUT', '/properties/p', { allowed: [] }, '/allowed')
  await call('PUT', '/properties/p', { body: { allowed: ['x'] } })
  await refused('PUT', '/properties/p', { type: 'number' }, '/allowed/0')
  const file = { version: 1, events: [{ name: 'e' }], properties: [] }
  await refused('POST', '/file', { ...file, version: 2 }, '/version')
  await refused('POST', '/file', { ...file, events: [{ name: 'e' }, { name: 'e' }] }, '/events/1/name')
  await refused(
    'POST',
    '/file',
    { ...file, properties: [{ name: 'p', type: 'text', allowed: [1] }] },
    '/properties/0/allowed/0',
  )
})

t.test('a file holds the whole dictionary in one order, and its import says what it changes', async (t) => {
  const { workspace, call } = await open()
  const file = {
    version: 1,
    events: [
      {
        name: 'signed_up',
        owner: 'Growth',
        status: 'verified',
        properties: [{ name: 'plan', required: true }],
      },
      { name: 'buy', description: 'A payment', properties: [{ name: 'b', type: 'json' }, { name: 'a' }] },
    ],
    properties: [{ name: 'plan', type: 'text', allowed: ['pro', 'free'] }],
  }
  const load = async (body: object, query: object = {}) => {
    const { status, body: answer } = await call('POST', '/file', { body, query })
    t.equal(status, 200, JSON.stringify(answer))
    return answer.data
  }
  const created = [
    { kind: 'event', name: 'buy', change: 'created', fields: [] },
    { kind: 'event', name: 'signed_up', change: 'created', fields: [] },
    { kind: 'property', name: 'plan', change: 'created', fields: [] },
  ]
  t.strictSame(await load(file, { dry_run: 'true' }), { dry_run: true, changes: created })
  t.strictSame((await call('GET', '/events')).body.data.events, [], 'a dry run changes nothing')
  t.strictSame(await load(file), { dry_run: false, changes: created })
  t.strictSame((await load(file)).changes, [], 'twice is once')

  const response = await fetch(`${service.base}${root}/file`, {
    headers: { authorization: `Bearer ${service.token}`, 'x-workspace-id': workspace },
  })
  const text = await response.text()
  t.equal(
    text,
    `${JSON.stringify(
      {
        version: 1,
        events: [
          { name: 'buy', description: 'A payment', properties: [{ name: 'a' }, { name: 'b', type: 'json' }] },
          {
            name: 'signed_up',
            owner: 'Growth',
            status: 'verified',
            properties: [{ name: 'plan', required: true }],
          },
        ],
        properties: [{ name: 'plan', type: 'text', allowed: ['pro', 'free'] }],
      },
      null,
      2,
    )}\n`,
  )
  t.strictSame((await load(JSON.parse(text) as object)).changes, [], 'what is exported changes nothing')

  const next = {
    version: 1,
    events: [{ name: 'buy', description: 'A payment', status: 'deprecated' }],
    properties: [],
  }
  const changed = { kind: 'event', name: 'buy', change: 'changed', fields: ['properties', 'status'] }
  t.strictSame((await load(next, { dry_run: 'true', keep: 'true' })).changes, [changed])
  t.strictSame((await load(next)).changes, [
    changed,
    { kind: 'event', name: 'signed_up', change: 'deleted', fields: [] },
    { kind: 'property', name: 'plan', change: 'deleted', fields: [] },
  ])
  t.match((await call('GET', '/events')).body.data.events, [
    { name: 'buy', status: 'deprecated', properties: [] },
  ])

  await call('PUT', '/properties/plan', { body: { type: 'text' } })
  await call('DELETE', '/properties/plan')
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace })
  const entries = (body.data.entries as { action: string }[]).filter(({ action }) =>
    action.startsWith('dictionary.'),
  )
  t.match(entries, [
    { action: 'dictionary.deleted', subject_id: 'plan', details: { kind: 'property' } },
    { action: 'dictionary.created', subject_id: 'plan' },
    { action: 'dictionary.imported', details: { created: 0, changed: 1, deleted: 2 } },
    { action: 'dictionary.imported', details: { created: 3, changed: 0, deleted: 0 } },
  ])
})

t.test('hidden events stay in every answer', async (t) => {
  const { workspace, call } = await open()
  await call('PUT', '/events/e', { body: { status: 'hidden' } })
  const path = '/api/v1/data/sources/events/values/event_name'
  t.equal((await service.call('GET', path, { workspace })).status, 200)
  t.equal((await service.call('GET', '/api/v1/metrics/event/e', { workspace })).status, 200)
})
