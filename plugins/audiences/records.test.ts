import t from 'tap'
import type { CallerName } from '../../test/http/caller-names.js'
import { openCallers } from '../../test/http/callers.js'
import { testService } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'
import type { Called, CallOptions } from '../../test/support/request.js'

/** Records are in Postgres, whatever the analytics storage is. */
const service = await testService(t)
const now = Date.parse('2024-05-10T12:00:00.250Z')
const root = '/api/v1/audiences'

t.test('records', async (t) => {
  service.setClock(now)
  const { id: workspace } = await service.workspace()
  const call = (method: string, path = '', options: CallOptions = {}): Promise<Called> =>
    service.call(method, `${root}${path}`, { workspace, ...options })
  const definition = {
    filters: [{ field: 'plan', op: 'IN', value: ['pro', 5, true] }],
    events: [{ event: 'buy', days: 7, min_count: 2, filters: [{ field: 'country', value: 'DE' }] }],
    lookback_days: 30,
  }

  const made = await call('POST', '', { body: { name: ' Buyers ', description: 'of late', definition } })
  t.equal(made.status, 201)
  const { id, owner_id, ...rest } = made.body.data
  t.match(id, /^aud_[\w-]{22}$/)
  t.match(owner_id, /^usr_/)
  const time = '2024-05-10T12:00:00.250Z'
  t.strictSame(
    rest,
    {
      workspace_id: workspace,
      name: 'Buyers',
      description: 'of late',
      definition,
      listed_count: 0,
      created_at: time,
      updated_at: time,
    },
    'the definition as it was sent',
  )
  t.strictSame((await call('GET', `/${id}`)).body, made.body)

  service.setClock(now + 1000)
  const members = [{ device_id: 'a', user_id: null }, { device_id: 'b' }]
  const listed = (await call('POST', '', { body: { name: 'listed', definition: { members } } })).body.data
  t.strictSame([listed.definition, listed.listed_count, listed.description], [{ members }, 2, null])
  const list = (await call('GET')).body.data.audiences
  t.strictSame(
    list.map((one: { id: string; definition: object; listed_count: number }) => [
      one.id,
      one.definition,
      one.listed_count,
    ]),
    [
      [listed.id, {}, 2],
      [id, definition, 0],
    ],
    'newest first, without the persons that are listed',
  )
  const page = (await call('GET', '', { query: { limit: '1', offset: '1' } })).body.data.audiences
  t.strictSame(page, [made.body.data])

  const changed = (await call('PUT', `/${id}`, { body: { name: 'Others' } })).body.data
  t.strictSame(changed, { ...made.body.data, name: 'Others', updated_at: '2024-05-10T12:00:01.250Z' })
  t.strictSame((await call('PUT', `/${id}`, { body: { description: null } })).body.data.description, null)
  const other = (await call('PUT', `/${listed.id}`, { body: { definition: { events: [] } } })).body.data
  t.strictSame([other.definition, other.listed_count, other.name], [{ events: [] }, 0, 'listed'])
  const kept = (await call('PUT', `/${listed.id}`, { body: { definition: { members } } })).body.data
  t.strictSame((await call('PUT', `/${listed.id}`, { body: { name: 'x' } })).body.data, {
    ...kept,
    name: 'x',
  })

  for (const path of ['', '/count', '/members']) {
    t.equal((await call('GET', `/aud_none${path}`)).status, 404)
    const elsewhere = { workspace: (await service.workspace()).id }
    t.equal((await call('GET', `/${id}${path}`, elsewhere)).status, 404, 'of another workspace')
    t.equal((await call('PUT', `/${id}`, { ...elsewhere, body: {} })).status, 404)
    t.equal((await call('DELETE', `/${id}`, elsewhere)).status, 404)
  }
  t.strictSame((await call('GET', `/${id}/count`)).body, { data: { audience_id: id, count: 0 } })
  t.strictSame((await call('GET', `/${id}/members`)).body, {
    data: [],
    has_more: false,
    limit: 100,
    offset: 0,
  })
  const gone = await call('DELETE', `/${id}`)
  t.strictSame([gone.status, gone.body], [204, ''])
  t.equal((await call('GET', `/${id}`)).status, 404)
  t.equal((await call('DELETE', `/${id}`)).status, 404)
  service.setClock(null)
})

t.test('invalid definitions', async (t) => {
  const { id: workspace } = await service.workspace()
  const fine = (await service.call('POST', root, { workspace, body: { name: 'x', definition: {} } })).body
    .data
  const refused = async (definition: unknown, path: string): Promise<void> => {
    for (const [method, to, body] of [
      ['POST', root, { name: 'x', definition }],
      ['PUT', `${root}/${String(fine.id)}`, { definition }],
      ['POST', `${root}/count`, { definition }],
    ] as const) {
      const answer = await service.call(method, to, { workspace, body })
      const what = JSON.stringify(definition).slice(0, 100)
      t.equal(answer.status, 422, what)
      t.equal(answer.body.details?.[0]?.path.replace(/^\//, ''), path, what)
    }
  }
  const filters = (...all: unknown[]) => ({ filters: all })
  const rule = (more: object) => ({ events: [{ event: 'buy', days: 7, ...more }] })
  await refused(null, 'definition')
  await refused([], 'definition')
  await refused({ filtres: [] }, 'definition/filtres')
  await refused({ filter: [] }, 'definition.filter')
  await refused({ filter: { or: [{ did: { event: '' } }] } }, 'definition.filter.or[0].did.event')
  await refused({ filters: {} }, 'definition/filters')
  await refused(filters({ field: 'trait:', value: 1 }), 'definition/filters/0/field')
  await refused(
    filters({ field: 'plan', value: 1 }, { field: 'x', op: 'near', value: 1 }),
    'definition/filters/1/operator',
  )
  await refused(filters({ field: 'x', op: 'regex', value: '(' }), 'definition/filters/0/value')
  await refused(filters({ field: 'x', op: 'in', value: 'a' }), 'definition/filters/0/value')
  await refused(filters({ field: 'x', value: 1, more: 1 }), 'definition/filters/0/more')
  await refused(
    filters(...Array.from({ length: 51 }, () => ({ field: 'x', value: 1 }))),
    'definition/filters',
  )
  await refused({ lookback_days: 0 }, 'definition/lookback_days')
  await refused({ lookback_days: 36_501 }, 'definition/lookback_days')
  await refused({ events: [{ event: 'buy' }] }, 'definition/events/0/days')
  await refused({ events: [{ days: 1 }] }, 'definition/events/0/event')
  await refused(rule({ event: '' }), 'definition/events/0/event')
  await refused(rule({ days: 1.5 }), 'definition/events/0/days')
  await refused(rule({ min_count: 0 }), 'definition/events/0/min_count')
  await refused(rule({ negate: 'yes' }), 'definition/events/0/negate')
  await refused(rule({ count: 1 }), 'definition/events/0/count')
  await refused(
    rule({ filters: [{ field: 'x', op: 'gt', value: 'y' }] }),
    'definition/events/0/filters/0/value',
  )
  await refused({ members: [] }, 'definition/members')
  await refused({ members: [{ device_id: 'a' }, {}] }, 'definition/members/1/device_id')
  await refused({ members: [{ user_id: null }] }, 'definition/members/0/device_id')
  await refused({ members: [{ device_id: 'a', name: 'b' }] }, 'definition/members/0/name')
  await refused({ members: Array.from({ length: 10_001 }, () => ({ device_id: 'a' })) }, 'definition/members')
  const traits = Array.from({ length: 21 }, (_, n) => ({ field: `trait:t${n}`, value: 1 }))
  await refused(filters(...traits), 'definition')
  t.equal((await service.call('POST', root, { workspace, body: { name: ' ', definition: {} } })).status, 422)
  const kept = await service.call('GET', `${root}/${String(fine.id)}`, { workspace })
  t.strictSame(kept.body.data, fine, 'nothing of it was kept')
})

t.test('whose they are', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const call = async (
    who: keyof typeof credentials,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Called> =>
    service.call(method, root + path, {
      workspace,
      token: await credentials[who](),
      ...(body === undefined ? {} : { body }),
    })
  const made = async (who: keyof typeof credentials): Promise<string> => {
    const answer = await call(who, 'POST', '', { name: who, definition: {} })
    t.equal(answer.status, 201, who)
    return String(answer.body.data.id)
  }
  const change = async (who: keyof typeof credentials, id: string): Promise<number> =>
    (await call(who, 'PUT', `/${id}`, { name: 'changed' })).status
  const ofEditor = await made('editor')
  const ofAdmin = await made('admin')
  const ofKey = await made('query key of an admin')
  t.equal(await change('viewer', ofEditor), 403)
  t.equal(await change('viewer here, admin at large', ofEditor), 403)
  t.equal(await change('query key', ofEditor), 403)
  t.equal(await change('editor', ofAdmin), 403)
  t.equal(await change('editor', ofKey), 403)
  t.equal(await change('editor', ofEditor), 200)
  t.equal(await change('admin', ofEditor), 200)
  t.equal(await change('platform', ofEditor), 200)
  t.equal(await change('query key of an admin', ofKey), 200)
  t.equal((await call('viewer', 'GET', `/${ofEditor}`)).body.data.name, 'changed')
  t.equal((await call('viewer', 'DELETE', `/${ofEditor}`)).status, 403)
  t.equal((await call('editor', 'DELETE', `/${ofAdmin}`)).status, 403)
  t.equal((await call('editor', 'DELETE', `/${ofEditor}`)).status, 204)
  t.equal((await call('admin', 'DELETE', `/${ofKey}`)).status, 204)
})

t.test('every change is in the audit log', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const call = async (who: CallerName, method: string, path: string, body?: unknown): Promise<Called> =>
    service.call(method, root + path, {
      workspace,
      token: await credentials[who](),
      ...(body === undefined ? {} : { body }),
    })
  const made = await call('editor', 'POST', '', { name: 'Buyers', definition: {} })
  const { id, owner_id: editor } = made.body.data as { id: string; owner_id: string }
  await call('admin', 'PUT', `/${id}`, { name: 'Others', description: null })
  t.equal((await call('viewer', 'PUT', `/${id}`, { name: 'mine' })).status, 403)
  t.equal((await call('viewer', 'DELETE', `/${id}`)).status, 403)
  t.equal((await call('admin', 'PUT', `/${id}`, { definition: { lookback_days: 0 } })).status, 422)
  await call('editor', 'DELETE', `/${id}`)
  t.equal((await call('editor', 'DELETE', `/${id}`)).status, 404)
  const ofKey = await call('query key of an admin', 'POST', '', { name: 'by a key', definition: {} })
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace, query: { limit: '4' } })
  const entries = body.data.entries as Record<string, unknown>[]
  t.match(entries, [
    { action: 'audience.created', subject_id: ofKey.body.data.id, actor_id: /^key_/, actor_email: null },
    { action: 'audience.deleted', subject_id: id, actor_id: editor, details: { name: 'Others' } },
    {
      action: 'audience.changed',
      subject_id: id,
      workspace_id: workspace,
      details: { name: 'Others', changed: ['description', 'name'] },
    },
    { action: 'audience.created', actor_id: editor, actor_email: /@/, details: { name: 'Buyers' } },
  ])
  t.not(entries[2]?.['actor_id'], editor)
  t.equal(entries.length, 4, 'and nothing of what was refused')
})

t.test('in bodies, and as many traits as there may be', async (t) => {
  const { id: workspace, ingestKey } = await service.workspace()
  await store(service, ingestKey, [
    { event: 'buy', device_id: 'a', context: { country: 'DE' } },
    { event: 'open', device_id: 'b', context: { country: 'DE' } },
  ])
  const definition = { events: [{ event: 'buy', days: 7 }] }
  const audience = (await service.call('POST', root, { workspace, body: { name: 'x', definition } })).body
    .data
  const post = (path: string, body: object): Promise<Called> =>
    service.call('POST', `/api/v1/metrics/${path}`, { workspace, body })
  const group = { group_by: 'country', size: { type: 'count' }, intensity: { type: 'unique_actors' } }
  const formula = { series: [{ metric: 'events' }, { metric: 'dau' }], formula: 'A + 10 * B' }
  const audience_id = String(audience.id)
  t.equal((await post('grouped', group)).body.data.total_size, 2)
  t.equal((await post('grouped', { ...group, audience_id })).body.data.total_size, 1)
  const people = await post('grouped/people', { ...group, group: 'DE', audience_id })
  t.equal(people.body.data.length, 1)
  t.equal((await post('formula', formula)).body.data.total, 22)
  t.equal((await post('formula', { ...formula, audience_id })).body.data.total, 11)
  for (const [path, body] of [
    ['grouped', { ...group, audience_id: 'aud_none' }],
    ['formula', { ...formula, audience_id: 'aud_none' }],
    ['formula', { series: [{ metric: 'logs' }], formula: 'A', audience_id }],
  ] as const) {
    const answer = await post(path, body)
    t.equal(answer.status, 422)
    t.strictSame(answer.body.details[0].path, '/audience_id')
    t.match(answer.body.message, /^audience_id/)
  }
  const own = { series: [{ metric: 'events', params: { audience: audience_id } }], formula: 'A' }
  t.equal((await post('formula', own)).status, 422)
})
