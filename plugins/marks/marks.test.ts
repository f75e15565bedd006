import t from 'tap'
import type { CallerName } from '../../test/http/caller-names.js'
import { openCallers } from '../../test/http/callers.js'
import { testService } from '../../test/support/service.js'
import type { Called, CallOptions } from '../../test/support/request.js'

/** Records are in Postgres, whatever the analytics storage is. */
const service = await testService(t)
const now = Date.parse('2024-05-10T12:00:00.250Z')
const root = '/api/v1/marks'
const titlesOf = ({ body }: Called): string[] =>
  (body.data.marks as { title: string }[]).map(({ title }) => title)

t.test('creating, reading, changing, deleting', async (t) => {
  service.setClock(now)
  const { id: workspace } = await service.workspace()
  const call = (method: string, path = '', options: CallOptions = {}): Promise<Called> =>
    service.call(method, `${root}${path}`, { workspace, ...options })
  const made = await call('POST', '', { body: { title: ' 1.0 ' } })
  t.equal(made.status, 201)
  const { id, created_by, ...rest } = made.body.data
  t.match(id, /^mrk_[\w-]{22}$/)
  t.match(created_by, /^usr_/)
  const time = '2024-05-10T12:00:00.250Z'
  const defaults = {
    workspace_id: workspace,
    title: '1.0',
    description: null,
    timestamp: time,
    category: 'release',
    source: 'manual',
    source_ref: null,
    scope: 'public',
    metadata: null,
    created_at: time,
    updated_at: time,
  }
  t.strictSame(rest, defaults)
  t.strictSame((await call('GET', `/${id}`)).body, made.body)

  const given = {
    title: 'down',
    description: 'for an hour',
    timestamp: '2024-05-01T10:00:00+02:00',
    category: 'incident',
    source_ref: 'https://example.com/incidents/1',
    scope: 'private',
    metadata: '{"minutes": 60}',
  }
  const full = (await call('POST', '', { body: given })).body.data
  t.match(full, { ...given, timestamp: '2024-05-01T08:00:00.000Z' })
  service.setClock(now + 1000)
  const changed = (await call('PUT', `/${String(full.id)}`, { body: { title: 'up', metadata: null } })).body
    .data
  t.strictSame(changed, { ...full, title: 'up', metadata: null, updated_at: '2024-05-10T12:00:01.250Z' })
  const again = {
    description: null,
    source_ref: null,
    scope: 'public',
    category: 'news',
    timestamp: '0001-01-01',
  }
  t.match((await call('PUT', `/${String(full.id)}`, { body: again })).body.data, {
    ...again,
    timestamp: '0001-01-01T00:00:00.000Z',
    title: 'up',
  })
  const elsewhere = { workspace: (await service.workspace()).id }
  t.strictSame(titlesOf(await call('GET', '', elsewhere)), [])
  for (const method of ['GET', 'PUT', 'DELETE'])
    t.equal(
      (await call(method, `/${id}`, { ...elsewhere, ...(method === 'PUT' ? { body: {} } : {}) })).status,
      404,
    )
  const gone = await call('DELETE', `/${id}`)
  t.strictSame([gone.status, gone.body], [204, ''])
  t.equal((await call('GET', `/${id}`)).status, 404)
  t.equal((await call('DELETE', `/${id}`)).status, 404)
  service.setClock(null)
})

t.test('fields that are rejected', async (t) => {
  const { id: workspace } = await service.workspace()
  const mark = (await service.call('POST', root, { workspace, body: { title: 'x' } })).body.data
  const long = (bytes: number, letter: string): string => JSON.stringify(letter.repeat(bytes))
  const wrong: readonly (readonly [string, unknown])[] = [
    ['title', ''],
    ['title', ' \t'],
    ['title', 'x'.repeat(201)],
    ['description', 'x'.repeat(2001)],
    ['timestamp', 'yesterday'],
    ['timestamp', '2024-02-30'],
    ['timestamp', null],
    ['category', 'other'],
    ['scope', 'mine'],
    ['source', 'plugin'],
    ['source_ref', 'x'.repeat(2001)],
    ['metadata', 'not JSON'],
    ['metadata', ''],
    ['metadata', { a: 1 }],
    ['metadata', long(10_239, 'x')],
    ['metadata', long(5_120, 'é')],
  ]
  for (const [name, value] of wrong)
    for (const [method, path] of [
      ['POST', root],
      ['PUT', `${root}/${String(mark.id)}`],
    ] as const) {
      const answer = await service.call(method, path, { workspace, body: { title: 'x', [name]: value } })
      t.equal(answer.status, 422, `${method} ${name}`)
      t.equal(answer.body.details[0].path, `/${name}`, `${method} ${name}`)
    }
  const most = { title: 'x'.repeat(200), description: 'y'.repeat(2000), metadata: long(10_238, 'x') }
  const made = await service.call('POST', root, { workspace, body: most })
  t.match(made.body.data, most, 'up to their limits')
})

t.test('the list', async (t) => {
  const { id: workspace } = await service.workspace()
  const list = async (query: Record<string, string> = {}): Promise<string[]> =>
    titlesOf(await service.call('GET', root, { workspace, query }))
  const days = ['2024-05-03', '2024-05-01T23:59:59.999Z', '2024-05-02T12:00:00Z', '2024-05-01']
  for (const timestamp of days)
    await service.call('POST', root, {
      workspace,
      body: { title: timestamp, timestamp, category: timestamp.includes('T') ? 'news' : 'release' },
    })
  const [third, evening, second, first] = days
  t.strictSame(await list(), [third, second, evening, first], 'newest first')
  t.strictSame(await list({ from: '2024-05-02' }), [third, second])
  t.strictSame(await list({ to: '2024-05-01' }), [evening, first], 'a date to its end')
  t.strictSame(await list({ to: '2024-05-01T00:00:00Z' }), [first], 'an instant is in')
  t.strictSame(await list({ from: '2024-05-01T23:59:59.999Z', to: '2024-05-02T12:00:00Z' }), [
    second,
    evening,
  ])
  t.strictSame(await list({ category: 'news' }), [second, evening])
  t.strictSame(await list({ category: 'incident' }), [])
  t.strictSame(await list({ source: 'manual', limit: '1' }), [third])
  t.strictSame(await list({ source: 'api' }), [])
  for (const [name, value] of [
    ['from', 'soon'],
    ['to', ''],
    ['category', 'x'],
    ['source', 'x'],
    ['limit', '0'],
    ['limit', '5001'],
  ] as const) {
    const answer = await service.call('GET', root, { workspace, query: { [name]: value } })
    t.equal(answer.status, 422, name)
    t.equal(answer.body.details[0].path, name)
  }
  for (let n = 0; n < 500; n += 25)
    await Promise.all(
      Array.from({ length: 25 }, () => service.call('POST', root, { workspace, body: { title: 'x' } })),
    )
  t.equal((await list()).length, 500, 'five hundred unless asked for more')
  t.equal((await list({ limit: '5000' })).length, 504)
})

t.test('whose they are', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const call = async (who: CallerName, method: string, path = '', body?: unknown): Promise<Called> =>
    service.call(method, root + path, {
      workspace,
      token: await credentials[who](),
      ...(body === undefined ? {} : { body }),
    })
  const make = async (who: CallerName, scope: string): Promise<string> => {
    const { status, body } = await call(who, 'POST', '', { title: `${who}, ${scope}`, scope })
    t.equal(status, 201, who)
    t.equal(body.data.source, who.startsWith('query key') ? 'api' : 'manual')
    return `/${String(body.data.id)}`
  }
  const open = await make('editor', 'public')
  const secret = await make('editor', 'private')
  const keys = await make('query key of an admin', 'private')
  const seen = async (who: CallerName): Promise<string[]> => titlesOf(await call(who, 'GET'))
  t.strictSame(await seen('editor'), ['editor, private', 'editor, public'])
  t.strictSame(await seen('viewer'), ['editor, public'])
  t.strictSame(await seen('admin'), ['editor, public'], 'private is private, for admins too')
  t.strictSame(await seen('query key of an admin'), ['query key of an admin, private', 'editor, public'])

  for (const who of ['viewer', 'admin', 'platform', 'query key'] as const)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { title: 'x' }],
      ['DELETE', undefined],
    ] as const)
      t.equal((await call(who, method, secret, body)).status, 404, `${who} ${method}`)
  t.equal((await call('editor', 'GET', secret)).status, 200)
  t.equal((await call('editor', 'GET', keys)).status, 404)

  t.equal((await call('viewer', 'GET', open)).status, 200)
  for (const who of ['viewer', 'query key', 'viewer here, admin at large'] as const) {
    t.equal((await call(who, 'PUT', open, { title: 'x' })).status, 403, who)
    t.equal((await call(who, 'DELETE', open)).status, 403, who)
  }
  t.equal((await call('admin', 'PUT', open, { title: 'x', scope: 'public' })).status, 200)
  t.equal((await call('admin', 'PUT', open, { scope: 'private' })).status, 403, 'it would be gone')
  t.equal((await call('editor', 'PUT', open, { scope: 'private' })).status, 200)
  t.equal((await call('admin', 'DELETE', open)).status, 404)
  t.equal((await call('editor', 'PUT', open, { scope: 'public' })).status, 200)
  t.equal((await call('admin', 'DELETE', open)).status, 204)
  t.equal((await call('editor', 'DELETE', secret)).status, 204)
})

t.test('changes that others see are in the audit log', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const call = async (who: CallerName, method: string, path = '', body?: unknown): Promise<Called> =>
    service.call(method, root + path, {
      workspace,
      token: await credentials[who](),
      ...(body === undefined ? {} : { body }),
    })
  const open = (await call('editor', 'POST', '', { title: '1.0' })).body.data
  const secret = (await call('editor', 'POST', '', { title: 'secret', scope: 'private' })).body.data
  await call('editor', 'PUT', `/${String(secret.id)}`, { title: 'still secret' })
  t.equal((await call('viewer', 'PUT', `/${String(open.id)}`, { title: 'mine' })).status, 403)
  t.equal((await call('editor', 'PUT', `/${String(open.id)}`, { metadata: 'no JSON' })).status, 422)
  await call('admin', 'PUT', `/${String(open.id)}`, { title: '1.1', category: 'news' })
  await call('editor', 'PUT', `/${String(open.id)}`, { title: 'taken back', scope: 'private' })
  await call('editor', 'PUT', `/${String(secret.id)}`, { title: 'told', scope: 'public' })
  await call('admin', 'DELETE', `/${String(secret.id)}`)
  await call('editor', 'DELETE', `/${String(open.id)}`)
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace, query: { limit: '5' } })
  const entries = body.data.entries as Record<string, unknown>[]
  t.match(entries, [
    { action: 'mark.deleted', subject_id: secret.id, details: { title: 'told' } },
    { action: 'mark.changed', subject_id: secret.id, details: { title: 'told' } },
    {
      action: 'mark.changed',
      subject_id: open.id,
      actor_id: open.created_by,
      details: { title: '1.1', changed: ['scope', 'title'] },
    },
    { action: 'mark.changed', subject_id: open.id, details: { title: '1.1' } },
    { action: 'mark.created', subject_id: open.id, workspace_id: workspace, details: { title: '1.0' } },
  ])
  t.notMatch(JSON.stringify(entries), /secret|taken back/)
})
