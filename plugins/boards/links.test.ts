import t from 'tap'
import type { CallerName } from '../../test/http/caller-names.js'
import { openCallers } from '../../test/http/callers.js'
import { eachStore, type TestService, testService } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'
import type { Called } from '../../test/support/request.js'

const service = await testService(t)
const now = Date.parse('2024-05-10T12:00:00.250Z')
const root = '/api/v1/boards'
const metrics = '/api/v1/metrics'
const funnel = { path: '/api/v1/funnels', body: { steps: [{ event: 'a' }, { event: 'b' }] } }
const nobody = { token: null }

const openBoard = (token: string, over: TestService = service): Promise<Called> =>
  over.call('GET', `/api/v1/public/boards/${token}`, nobody)
const openTile = (token: string, tile: string, over: TestService = service): Promise<Called> =>
  over.call('GET', `/api/v1/public/boards/${token}/tiles/${tile}/data`, nobody)

interface Shown {
  readonly workspace: string
  readonly ingestKey: string
  readonly at: string
  readonly tiles: readonly string[]
  readonly token: string
}

async function shownBoard(
  questions: readonly object[],
  fields = {},
  over: TestService = service,
): Promise<Shown> {
  const { id: workspace, ingestKey } = await over.workspace()
  const made = await over.call('POST', root, { workspace, body: { name: 'x', ...fields } })
  const at = `${root}/${String(made.body.data.id)}`
  const tiles: string[] = []
  for (const question of questions) {
    const body = { title: 'a tile', chart: 'line', view: 'trends?secret', question }
    const tile = await over.call('POST', `${at}/tiles`, { workspace, body })
    if (tile.status !== 201) throw new Error(JSON.stringify(tile.body))
    tiles.push(String(tile.body.data.id))
  }
  const link = await over.call('POST', `${at}/links`, { workspace, body: {} })
  return { workspace, ingestKey, at, tiles, token: String(link.body.data.token) }
}

await t.test('what a link shows, on every store', (t) =>
  eachStore(t, async (t, over) => {
    const questions = [{ path: `${metrics}/dau`, query: 'breakdown=plan' }, funnel]
    const { workspace, ingestKey, at, tiles, token } = await shownBoard(questions, { range: '7d' }, over)
    const other = await shownBoard(questions, { range: '7d' }, over)
    const lines = Array.from({ length: 20 }, (_, n) => ({
      event: n % 2 ? 'a' : 'b',
      device_id: `d${n % 3}`,
      timestamp: Date.now() - n * 3_600_000,
      properties: { plan: 'pro' },
    }))
    await store(over, ingestKey, lines)
    const board = await openBoard(token, over)
    t.equal(board.status, 200)
    t.match(board.body.data, {
      name: 'x',
      range: '7d',
      left_out: 0,
      tiles: [
        {
          id: tiles[0],
          asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
          chart: 'line',
        },
        { id: tiles[1], asks: { key: 'funnels', answer: 'query', unit: null, kind: null } },
      ],
    })
    t.notMatch(JSON.stringify(board.body), /plan|question|trends|ws_|usr_/, 'not what is asked, and by whom')
    for (const tile of tiles) {
      const shown = await openTile(token, tile, over)
      const own = await over.call('GET', `${at}/tiles/${tile}/data`, { workspace })
      t.strictSame([shown.status, shown.body], [200, own.body])
      t.equal((await openTile(other.token, tile, over)).status, 404, 'a tile of another board')
    }
    t.equal((await openTile(token, String(tiles[0]), over)).body.data.points.at(-1).dimension, 'pro')
    const [empty = ''] = other.tiles
    t.equal((await openTile(other.token, empty, over)).body.data.total, 0, 'its own workspace alone')
    const asked = `/api/v1/public/boards/${token}/tiles/${String(tiles[0])}/data`
    const more = await over.call('GET', asked, { ...nobody, query: { range: '90d' } })
    t.equal(more.status, 422, 'nobody asks anything else')
    await over.call('DELETE', `/api/v1/admin/workspaces/${workspace}`)
    t.equal((await openBoard(token, over)).status, 404, 'the workspace has gone')
    t.equal((await openTile(token, String(tiles[0]), over)).status, 404)
    t.equal((await openBoard(other.token, over)).status, 200)
  }),
)

t.test('a link shows no persons, no rows and no words of log lines', async (t) => {
  const hidden = [
    { path: `${metrics}/users/raw` },
    { path: `${metrics}/events/raw` },
    { path: `${metrics}/logs/raw` },
    { path: `${metrics}/dau/people` },
    { path: `${metrics}/query/people`, query: 'metric=dau' },
    { path: `${metrics}/query`, query: 'metric=users_raw' },
    { path: `${metrics}/segments/new` },
    { path: `${metrics}/query`, query: 'metric=segment:new' },
    { path: '/api/v1/funnels/people', body: { ...funnel.body, step: 1 } },
    {
      path: '/api/v1/retention/people',
      body: { range: '2024-01-01,2024-01-31', cohort_date: '2024-01-01', period: 0 },
    },
    { path: `${metrics}/dau`, query: 'breakdown=user_id' },
    { path: `${metrics}/dau`, query: 'breakdown=device%5Fid' },
    { path: `${metrics}/dau`, query: 'breakdown=trait:email' },
    { path: `${metrics}/dau`, query: 'breakdown=trait:line%0Abreak' },
    { path: `${metrics}/dau`, query: 'breakdown=country&breakdown=user_id' },
    {
      path: `${metrics}/dau`,
      query: `breakdowns=${encodeURIComponent('["country",{"field":"user\\u005fid"}]')}`,
    },
    { path: `${metrics}/sessions/top`, query: 'property=trait:name' },
    { path: `${metrics}/query`, query: 'metric=top_sessions:trait:name' },
    { path: `${metrics}/query`, query: 'metric=top_logs:session_id' },
    { path: `${metrics}/logs/top`, query: 'field=message.user' },
    { path: `${metrics}/logs`, query: 'breakdown=message.user' },
    { ...funnel, body: { ...funnel.body, breakdown: 'user_id' } },
    { ...funnel, body: { ...funnel.body, breakdowns: ['country', { field: 'trait:age', bins: 3 }] } },
    {
      path: `${metrics}/grouped`,
      body: { group_by: 'trait:name', size: { type: 'count' }, intensity: { type: 'unique_actors' } },
    },
    {
      path: `${metrics}/formula`,
      body: { series: [{ metric: 'dau', breakdown: 'user_id' }], formula: 'A' },
    },
  ]
  const filter = { field: 'user_id', operator: 'is_set' }
  const shown = [
    { path: `${metrics}/dau`, query: 'conditions[0][field]=user_id&conditions[0][op]=is_set' },
    { ...funnel, body: { steps: [{ event: 'a', filters: [filter] }, { event: 'b' }], filters: [filter] } },
    { path: '/api/v1/retention', body: { start_filters: [filter], return_filter: { or: [filter] } } },
    {
      path: '/api/v1/metrics/dau',
      query: new URLSearchParams({ filter: JSON.stringify(filter) }).toString(),
    },
    { path: `${metrics}/dau`, query: 'breakdown=country&breakdown=os' },
    { path: `${metrics}/segments` },
    { path: `${metrics}/logs/top`, query: 'field=service' },
  ]
  const { workspace, at, tiles, token } = await shownBoard([...hidden, ...shown])
  const { data } = (await openBoard(token)).body
  t.strictSame(
    data.tiles.map(({ id }: { id: string }) => id),
    tiles.slice(hidden.length),
  )
  t.equal(data.left_out, hidden.length)
  for (const [index, tile] of tiles.entries()) {
    const status = index < hidden.length ? 404 : 200
    t.equal((await openTile(token, tile)).status, status, JSON.stringify([...hidden, ...shown][index]))
    t.equal((await service.call('GET', `${at}/tiles/${tile}/data`, { workspace })).status, 200)
  }
  const members = (await service.call('GET', at, { workspace })).body.data.tiles
  t.strictSame(
    members.map((tile: { for_everybody: boolean }) => tile.for_everybody),
    tiles.map((_, index) => index >= hidden.length),
    'members are told which',
  )
})

t.test('links end', async (t) => {
  service.setClock(now)
  const { workspace, at, tiles, token } = await shownBoard([{ path: `${metrics}/dau` }])
  const [tile = ''] = tiles
  const make = async (body: object): Promise<Called> =>
    service.call('POST', `${at}/links`, { workspace, body })
  const list = async () => (await service.call('GET', `${at}/links`, { workspace })).body.data.links
  const [{ id: first, ...rest }] = await list()
  t.match(first, /^lnk_/)
  t.match(rest, {
    board_id: at.split('/').at(-1),
    created_by: /^usr_/,
    created_at: '2024-05-10T12:00:00.250Z',
    expires_at: '2024-06-09T12:00:00.250Z',
  })
  t.notMatch(JSON.stringify(await list()), token.slice(0, 8), 'the token is told once')
  const soon = await make({ expires_at: '2024-05-10T12:01:00Z' })
  t.equal(soon.status, 201)
  t.match(soon.body.data.token, /^[\w-]{43}$/)
  const second = String(soon.body.data.token)
  t.equal((await openBoard(second)).status, 200)
  service.setClock(now + 59_750)
  t.equal((await openBoard(second)).status, 404, 'at its end')
  t.equal((await openTile(second, tile)).status, 404)
  t.equal((await list()).length, 1)

  t.equal((await openTile(token, tile)).status, 200)
  t.equal((await service.call('DELETE', `${at}/links/${String(first)}`, { workspace })).status, 204)
  t.equal((await openBoard(token)).status, 404)
  t.equal((await openTile(token, tile)).status, 404)
  t.equal((await service.call('DELETE', `${at}/links/${String(first)}`, { workspace })).status, 404)

  const third = String((await make({})).body.data.token)
  const private_ = { workspace, body: { visibility: 'private' } }
  t.equal((await service.call('PUT', at, private_)).status, 200)
  t.equal((await openBoard(third)).status, 404, 'of a board that is private by now')
  t.equal((await make({})).status, 409)
  await service.call('PUT', at, { workspace, body: { visibility: 'workspace' } })
  t.equal((await openBoard(third)).status, 404, 'for good')

  const fourth = String((await make({})).body.data.token)
  await service.call('DELETE', at, { workspace })
  t.equal((await openBoard(fourth)).status, 404)
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace, query: { limit: '50' } })
  const all = body.data.entries as { action: string; details: object; workspace_id: string }[]
  const entries = all.filter(({ workspace_id }) => workspace_id === workspace)
  const told = entries.filter(({ action }) => action.includes('link'))
  t.strictSame(
    told.map(({ action }) => action),
    [
      'board.link_created',
      'board.link_created',
      'board.link_ended',
      'board.link_created',
      'board.link_created',
    ],
  )
  t.ok(entries.some(({ details }) => 'links_ended' in details))
  for (const secret of [token, second, third, fourth]) t.notMatch(JSON.stringify(entries), secret)
  service.setClock(null)
})

t.test('links that are rejected', async (t) => {
  service.setClock(now)
  const { workspace, at, token } = await shownBoard([])
  for (const expires_at of ['', 'soon', '2024-02-30', '2024-05-10T12:00:00.250Z', '2025-05-12', null, 1]) {
    const answer = await service.call('POST', `${at}/links`, { workspace, body: { expires_at } })
    t.equal(answer.status, 422, String(expires_at))
    t.equal(answer.body.details[0].path, '/expires_at')
  }
  const more = await Promise.all(
    Array.from({ length: 22 }, () => service.call('POST', `${at}/links`, { workspace, body: {} })),
  )
  t.equal(more.filter(({ status }) => status === 201).length, 19)
  t.equal(more.filter(({ status }) => status === 409).length, 3)
  service.setClock(now + 40 * 86_400_000)
  t.equal(
    (await service.call('POST', `${at}/links`, { workspace, body: {} })).status,
    201,
    'expired ones make room',
  )
  service.setClock(null)
  const almost = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [almost, token.slice(1), 'none', "' OR 1=1 --", 'x'.repeat(200)]) {
    const answer = await openBoard(encodeURIComponent(wrong))
    t.strictSame([answer.status, answer.body.error], [404, 'NOT_FOUND'], wrong)
  }
  const asKey = await service.call('GET', `${metrics}/dau`, { workspace, token })
  t.equal(asKey.status, 401, 'a link is no key')
})

t.test('who makes links', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const as =
    async (who: CallerName) =>
    (method: string, path: string, body?: object): Promise<Called> => {
      const token = credentials[who]
      return token().then((token) => service.call(method, path, { workspace, token, ...(body && { body }) }))
    }
  const editor = await as('editor')
  const at = `${root}/${String((await editor('POST', root, { name: 'x' })).body.data.id)}`
  const made = (await editor('POST', `${at}/links`, {})).body.data
  for (const [who, create, other] of [
    ['viewer', 403, 403],
    ['owner, an editor', 403, 403],
    ['query key of an admin', 403, 403],
    ['foreign member', 403, 403],
    ['admin', 201, 200],
    ['platform', 201, 200],
  ] as const) {
    const call = await as(who)
    t.equal((await call('POST', `${at}/links`, {})).status, create, who)
    t.equal((await call('GET', `${at}/links`)).status, other, who)
    const ended = await call('DELETE', `${at}/links/lnk_none`)
    t.equal(ended.status, other === 200 ? 404 : other, who)
  }
  t.equal((await (await as('admin'))('DELETE', `${at}/links/${String(made.id)}`)).status, 204)
  t.equal((await openBoard(String(made.token))).status, 404)
})
