import t from 'tap'
import type { CallerName } from '../../test/http/caller-names.js'
import { openCallers } from '../../test/http/callers.js'
import { testService } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'
import type { Called, CallOptions } from '../../test/support/request.js'

/** Records are in Postgres, whatever the analytics storage is. */
const service = await testService(t)
const now = Date.parse('2024-05-10T12:00:00.250Z')
const root = '/api/v1/boards'
const metrics = '/api/v1/metrics'
const dau = { title: 'DAU', chart: 'line', question: { path: `${metrics}/dau`, query: 'range=7d' } }
const funnel = { steps: [{ event: 'a' }, { event: 'b' }] }

type Call = (method: string, path?: string, body?: unknown) => Promise<Called>
const callIn =
  (workspace: string, options: CallOptions = {}): Call =>
  (method, path = '', body) =>
    service.call(method, root + path, { workspace, ...options, ...(body === undefined ? {} : { body }) })

async function newBoard(fields: object = {}): Promise<{ call: Call; at: string; workspace: string }> {
  const { id: workspace } = await service.workspace()
  const call = callIn(workspace)
  const made = await call('POST', '', { name: 'x', ...fields })
  return { call, at: `/${String(made.body.data.id)}`, workspace }
}

t.test('boards are created, read, changed and deleted', async (t) => {
  service.setClock(now)
  const { id: workspace } = await service.workspace()
  const call = callIn(workspace)
  const made = await call('POST', '', { name: ' Growth ' })
  t.equal(made.status, 201)
  const { id, owner_id, ...rest } = made.body.data
  t.match(id, /^brd_[\w-]{22}$/)
  t.match(owner_id, /^usr_/)
  const time = '2024-05-10T12:00:00.250Z'
  const unsaid = {
    description: null,
    visibility: 'workspace',
    range: null,
    timezone: null,
    granularity: null,
    filter: null,
  }
  t.strictSame(rest, {
    workspace_id: workspace,
    name: 'Growth',
    ...unsaid,
    created_at: time,
    updated_at: time,
  })
  t.strictSame((await call('GET', `/${id}`)).body.data, { ...made.body.data, tiles: [] })

  service.setClock(now + 1000)
  const said = { range: '90d', timezone: 'Europe/Berlin', granularity: 'weekly', description: 'of all' }
  const changed = (await call('PUT', `/${id}`, said)).body.data
  t.strictSame(changed, { ...made.body.data, ...said, updated_at: '2024-05-10T12:00:01.250Z' })
  t.match((await call('PUT', `/${id}`, { range: null })).body.data, { ...said, range: null })
  await call('POST', '', { name: 'activation', visibility: 'private' })
  await call('POST', `/${id}/tiles`, dau)
  const listed = (await call('GET')).body.data.boards
  t.match(listed, [
    { name: 'activation', tile_count: 0 },
    { name: 'Growth', tile_count: 1 },
  ])
  const page = await service.call('GET', root, { workspace, query: { limit: '1', offset: '1' } })
  t.strictSame(page.body.data.boards, listed.slice(1))

  const elsewhere = callIn((await service.workspace()).id)
  t.strictSame((await elsewhere('GET')).body.data.boards, [])
  for (const method of ['GET', 'PUT', 'DELETE'])
    t.equal((await elsewhere(method, `/${id}`, method === 'PUT' ? {} : undefined)).status, 404)
  t.equal((await elsewhere('POST', `/${id}/tiles`, dau)).status, 404)
  t.equal((await call('DELETE', `/${id}`)).status, 204)
  t.equal((await call('GET', `/${id}`)).status, 404)
  t.equal((await call('DELETE', `/${id}`)).status, 404)
  service.setClock(null)
})

t.test('tiles are added, changed, moved and deleted', async (t) => {
  const { call, at } = await newBoard()
  const first = await call('POST', `${at}/tiles`, dau)
  t.equal(first.status, 201)
  const { id, ...rest } = first.body.data
  t.match(id, /^til_[\w-]{22}$/)
  const asks = { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' }
  t.strictSame(rest, { ...dau, view: null, left: 0, top: 0, width: 6, height: 4, asks, for_everybody: true })
  const question = { path: '/api/v1/funnels', body: { ...funnel, range: '7d' } }
  const second = (
    await call('POST', `${at}/tiles`, {
      title: 'F',
      chart: 'funnel',
      view: 'funnels?x=1',
      question,
      width: 12,
      height: 6,
    })
  ).body.data
  t.match(second, { left: 0, top: 4, width: 12, height: 6, question, view: 'funnels?x=1' })
  t.strictSame((await call('GET', at)).body.data.tiles, [first.body.data, second])

  const changed = (await call('PUT', `${at}/tiles/${id}`, { title: ' Daily ', chart: 'number' })).body.data
  t.strictSame(changed, { ...first.body.data, title: 'Daily', chart: 'number' })
  const places = [
    { id, left: 6, top: 10, width: 6, height: 2 },
    { id: second.id, left: 0, top: 0, width: 8, height: 3 },
  ]
  const arranged = await call('PUT', `${at}/layout`, { tiles: places })
  t.match(arranged.body.data.tiles, [places[1], places[0]], 'from the top')
  t.match((await call('GET', at)).body.data.tiles, [places[1], places[0]])

  const other = await newBoard()
  t.equal((await other.call('PUT', `${other.at}/tiles/${id}`, {})).status, 404, 'a tile of another board')
  t.equal((await call('DELETE', `${at}/tiles/${id}`)).status, 204)
  for (const method of ['PUT', 'DELETE'])
    t.equal((await call(method, `${at}/tiles/${id}`, method === 'PUT' ? {} : undefined)).status, 404)
  t.match((await call('GET', at)).body.data.tiles, [{ id: second.id }])
})

t.test('a board has at most fifty tiles, also if requests add them at the same time', async (t) => {
  const { call, at } = await newBoard()
  const added = await Promise.all(Array.from({ length: 55 }, () => call('POST', `${at}/tiles`, dau)))
  const statuses = added.map(({ status }) => status)
  t.equal(statuses.filter((status) => status === 201).length, 50)
  t.equal(statuses.filter((status) => status === 409).length, 5)
  const { tiles } = (await call('GET', at)).body.data
  t.equal(tiles.length, 50)
  t.equal(new Set(tiles.map(({ top }: { top: number }) => top)).size, 50, 'each below the others')
})

t.test('a tile answers like the route of its question, over the range of the board', async (t) => {
  service.setClock(now)
  const { id: workspace, ingestKey } = await service.workspace()
  const lines = Array.from({ length: 60 }, (_, n) => ({
    event: n % 3 ? 'a' : 'b',
    device_id: `d${n % 7}`,
    timestamp: now - n * 11 * 3_600_000,
    properties: { plan: n % 2 ? 'pro' : 'free', amount: n },
  }))
  await store(service, ingestKey, lines)
  const questions = [
    { path: `${metrics}/dau`, query: 'range=3d&breakdown=plan' },
    { path: `${metrics}/query`, query: 'metric=event:a&conditions[0][field]=plan&conditions[0][value]=pro' },
    { path: `${metrics}/events/top` },
    { path: `${metrics}/event/a` },
    { path: `${metrics}/segments` },
    { path: `${metrics}/segments/new` },
    { path: `${metrics}/users/raw`, query: 'range=7d&limit=3' },
    { path: `${metrics}/dau/people`, query: 'range=7d' },
    { path: '/api/v1/funnels', body: funnel },
    { path: '/api/v1/funnels/trend', body: { ...funnel, granularity: 'daily' } },
    { path: '/api/v1/retention', body: { granularity: 'weekly' } },
    {
      path: `${metrics}/grouped`,
      body: { group_by: 'plan', size: { type: 'count' }, intensity: { type: 'unique_actors' } },
    },
    {
      path: `${metrics}/formula`,
      body: { series: [{ metric: 'dau' }, { metric: 'events' }], formula: 'B/A' },
    },
  ]
  const call = callIn(workspace)
  const at = `/${String((await call('POST', '', { name: 'x' })).body.data.id)}`
  const ids: string[] = []
  for (const question of questions) {
    const made = await call('POST', `${at}/tiles`, { title: 'x', chart: 'x', question })
    t.equal(made.status, 201, `${question.path} ${JSON.stringify(made.body)}`)
    t.strictSame(made.body.data.question, question, 'as it was given')
    ids.push(`${at}/tiles/${String(made.body.data.id)}/data`)
  }
  const direct = (
    { path, query = '', body }: { path: string; query?: string; body?: object },
    over: Record<string, string>,
  ): Promise<Called> => {
    if (body !== undefined) return service.call('POST', path, { workspace, body: { ...body, ...over } })
    const given = { ...Object.fromEntries(new URLSearchParams(query)), ...over }
    return service.call('GET', path, { workspace, query: given })
  }
  const same = async (over: Record<string, string>, instead: Record<string, string> = {}): Promise<void> => {
    for (const [index, question] of questions.entries()) {
      const { granularity = '', ...others } = over
      const keepsItsGrain = ['/api/v1/retention', '/api/v1/funnels', `${metrics}/grouped`]
      const taken = granularity === '' || keepsItsGrain.includes(question.path) ? others : over
      const own = await direct(question, taken)
      t.equal(own.status, 200)
      const shown = await service.call('GET', root + String(ids[index]), { workspace, query: instead })
      t.strictSame(shown.body, own.body, `${question.path} ${JSON.stringify({ over, instead })}`)
    }
  }
  await same({})
  await call('PUT', at, { range: '14d', timezone: 'Asia/Tokyo', granularity: 'weekly' })
  await same({ range: '14d', timezone: 'Asia/Tokyo', granularity: 'weekly' })
  await same(
    { range: '21d', timezone: 'Asia/Tokyo', granularity: 'daily' },
    { range: '21d', granularity: 'daily' },
  )
  const wrong = await service.call('GET', root + String(ids[0]), { workspace, query: { range: 'x' } })
  t.equal(wrong.status, 422)
  t.equal((await call('GET', `${at}/tiles/til_none/data`)).status, 404)
  service.setClock(null)
})

t.test('whose they are', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const as = async (who: CallerName): Promise<Call> => callIn(workspace, { token: await credentials[who]() })
  const make = async (who: CallerName, visibility: string): Promise<string> => {
    const made = await (await as(who))('POST', '', { name: `${who}, ${visibility}`, visibility })
    t.equal(made.status, 201, who)
    return `/${String(made.body.data.id)}`
  }
  const shared = await make('editor', 'workspace')
  const secret = await make('editor', 'private')
  await make('query key of an admin', 'private')
  const seen = async (who: CallerName): Promise<string[]> =>
    ((await (await as(who))('GET')).body.data.boards as { name: string }[]).map(({ name }) => name)
  t.strictSame(await seen('editor'), ['editor, private', 'editor, workspace'])
  t.strictSame(await seen('admin'), ['editor, workspace'], 'private is private, for admins too')

  const editor = await as('editor')
  const tileOf = async (board: string): Promise<string> =>
    String((await editor('POST', `${board}/tiles`, dau)).body.data.id)
  const [tile, hidden] = [await tileOf(shared), await tileOf(secret)]
  const layout = (id: string) => ({ tiles: [{ id, left: 0, top: 0, width: 1, height: 1 }] })
  const changes = (board: string, id: string) =>
    [
      ['PUT', board, { name: 'y' }],
      ['POST', `${board}/tiles`, dau],
      ['PUT', `${board}/tiles/${id}`, { title: 'y' }],
      ['PUT', `${board}/layout`, layout(id)],
      ['DELETE', `${board}/tiles/${id}`, undefined],
      ['DELETE', board, undefined],
    ] as const
  for (const who of ['viewer', 'query key', 'viewer here, admin at large', 'owner, an editor'] as const) {
    const call = await as(who)
    for (const [method, path, body] of changes(shared, tile))
      t.equal((await call(method, path, body)).status, 403, `${who} ${method} ${path}`)
    t.equal((await call('GET', `${shared}/tiles/${tile}/data`)).status, 200, who)
  }
  for (const who of ['viewer', 'admin', 'platform'] as const) {
    const call = await as(who)
    for (const [method, path, body] of [...changes(secret, hidden), ['GET', secret] as const])
      t.equal((await call(method, path, body)).status, 404, `${who} ${method} ${path}`)
    t.equal((await call('GET', `${secret}/tiles/${hidden}/data`)).status, 404, who)
  }
  const admin = await as('admin')
  t.equal((await admin('PUT', shared, { visibility: 'private' })).status, 403, 'it would be gone')
  for (const [method, path, body] of changes(shared, tile))
    t.ok((await admin(method, path, body)).status < 300, `admin ${method} ${path}`)
  t.equal((await editor('GET', shared)).status, 404)
})

t.test('changes that other members see are in the audit log', async (t) => {
  const { call, at, workspace } = await newBoard({ name: 'open' })
  const secret = (await call('POST', '', { name: 'secret', visibility: 'private' })).body.data.id
  await call('POST', `/${String(secret)}/tiles`, dau)
  const { id } = (await call('POST', `${at}/tiles`, dau)).body.data
  await call('PUT', `${at}/layout`, { tiles: [{ id, left: 1, top: 0, width: 1, height: 1 }] })
  await call('PUT', at, { name: 'wide', range: '7d' })
  await call('PUT', at, { name: 'hidden', visibility: 'private' })
  await call('DELETE', at)
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace })
  const told = body.data.entries as { action: string; workspace_id: string }[]
  const entries = told.filter(
    ({ action, workspace_id }) => action.startsWith('board.') && workspace_id === workspace,
  )
  t.match(entries, [
    { action: 'board.changed', details: { name: 'wide', changed: ['name', 'visibility'] } },
    { action: 'board.changed', details: { name: 'wide', changed: ['name', 'range'] } },
    { action: 'board.changed', details: { name: 'open', changed: ['tiles'] } },
    { action: 'board.created', subject_id: at.slice(1), workspace_id: workspace, details: { name: 'open' } },
  ])
  t.equal(entries.length, 4)
  t.notMatch(JSON.stringify(entries), /secret|hidden/)
})
