import { randomBytes, randomInt } from 'node:crypto'
import t from 'tap'
import { errorCatalogue, type Access } from '../../core/contract/index.js'
import { describeRoutes } from '../../core/kernel/describe-routes.js'
import type { Called, CallOptions } from '../support/service.js'
import { callerBench, callerNames, type CallerName } from './callers.js'
import { address, inParallel, overEachStore, type StoreService } from './stores.js'

/** Who may come in, for each kind of access that a route can declare: `in`, or the status of the refusal. */
type Cell = 'in' | 401 | 403
const kinds = [
  'public',
  'user',
  'global editor',
  'global platform',
  'workspace viewer',
  'workspace editor',
  'workspace admin, people only',
  'ingest',
] as const
type Kind = (typeof kinds)[number]

const row = (...cells: readonly Cell[]): Readonly<Record<Kind, Cell>> =>
  Object.fromEntries(kinds.map((kind, index) => [kind, cells[index]])) as Readonly<Record<Kind, Cell>>

// prettier-ignore
const matrix: Readonly<Record<CallerName, Readonly<Record<Kind, Cell>>>> = {
  //                                     publ. user  ed.   plat. view. edit. adm.  ingest
  'no token':                       row('in', 401,  401,  401,  401,  401,  401,  401),
  'garbage':                        row('in', 401,  401,  401,  401,  401,  401,  401),
  'garbage in three parts':         row('in', 401,  401,  401,  401,  401,  401,  401),
  'expired token':                  row('in', 401,  401,  401,  401,  401,  401,  401),
  'token of an expired session':    row('in', 401,  401,  401,  401,  401,  401,  401),
  'token without an end':           row('in', 401,  401,  401,  401,  401,  401,  401),
  'alg none':                       row('in', 401,  401,  401,  401,  401,  401,  401),
  'alg HS512':                      row('in', 401,  401,  401,  401,  401,  401,  401),
  "another key's token":            row('in', 401,  401,  401,  401,  401,  401,  401),
  "another issuer's token":         row('in', 401,  401,  401,  401,  401,  401,  401),
  "another user's session":         row('in', 401,  401,  401,  401,  401,  401,  401),
  'logged-out token':               row('in', 401,  401,  401,  401,  401,  401,  401),
  "deleted user's token":           row('in', 401,  401,  401,  401,  401,  401,  401),
  'foreign member':                 row('in', 'in', 403,  403,  403,  403,  403,  401),
  'viewer':                         row('in', 'in', 403,  403,  'in', 403,  403,  401),
  'editor':                         row('in', 'in', 'in', 403,  'in', 'in', 403,  401),
  'admin':                          row('in', 'in', 'in', 403,  'in', 'in', 'in', 401),
  'viewer here, admin at large':    row('in', 'in', 'in', 403,  'in', 403,  403,  401),
  'admin here, viewer at large':    row('in', 'in', 403,  403,  'in', 'in', 'in', 401),
  'member of a deleted workspace':  row('in', 'in', 403,  403,  403,  403,  403,  401),
  'platform':                       row('in', 'in', 'in', 'in', 'in', 'in', 'in', 401),
  'query key':                      row('in', 403,  403,  403,  'in', 403,  403,  403),
  'query key of an admin':          row('in', 403,  403,  403,  'in', 'in', 403,  403),
  'query key elsewhere':            row('in', 403,  403,  403,  403,  403,  403,  403),
  'deleted query key':              row('in', 401,  401,  401,  401,  401,  401,  401),
  'expired query key':              row('in', 401,  401,  401,  401,  401,  401,  401),
  "deleted workspace's query key":  row('in', 401,  401,  401,  401,  401,  401,  401),
  "deleted workspace's ingest key": row('in', 401,  401,  401,  401,  401,  401,  401),
  'ingest key':                     row('in', 403,  403,  403,  403,  403,  403,  'in'),
  'deleted ingest key':             row('in', 401,  401,  401,  401,  401,  401,  401),
  'expired ingest key':             row('in', 401,  401,  401,  401,  401,  401,  401),
}

/** How each route is called so that who gets in is answered with this status. */
interface RouteCase {
  readonly kind: Kind
  readonly status: number
  /** With the route's own parameters filled in; the pattern unless given. `{workspace}` stands for the bench's. */
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: (workspace: string) => unknown
}

const isPublic = { kind: 'public', status: 200 } as const
const people = { kind: 'workspace admin, people only' } as const
const member = { kind: 'workspace viewer', status: 200 } as const
const monday = '2024-01-01,2024-01-01'
/** Whose it is, is asked after it is found: the plugins' own tests have that. */
const absent = { kind: 'workspace viewer', status: 404 } as const
const editor = { kind: 'workspace editor', status: 201 } as const
const line = { type: 'track', event: 'e', device_id: 'd' }
const funnel = { steps: [{ event: 'a' }, { event: 'b' }] }
const grouping = { group_by: 'country', size: { type: 'count' }, intensity: { type: 'unique_actors' } }
const slug = (): string => `matrix-${randomInt(2 ** 40)}-${randomBytes(4).toString('hex')}`

/** A metric and its twin, the persons behind its figures (of a point, where the twin asks for one). */
function withPeople(
  pattern: string,
  { path = pattern, query = {}, point = {} }: Pick<RouteCase, 'path' | 'query'> & { point?: object } = {},
): Readonly<Record<string, RouteCase>> {
  const entries = ['', '/people'].map((twin) => [
    `GET /api/v1/metrics/${pattern}${twin}`,
    {
      ...member,
      path: `/api/v1/metrics/${path}${twin}`,
      query: twin === '' ? query : { ...query, ...point },
    },
  ])
  return Object.fromEntries(entries) as Readonly<Record<string, RouteCase>>
}

const cases: Readonly<Record<string, RouteCase>> = {
  'GET /healthz': isPublic,
  'GET /readyz': isPublic,
  'GET /metrics': isPublic,
  'GET /docs': isPublic,
  'GET /docs/assets/:file': { ...isPublic, path: '/docs/assets/swagger-ui.css' },
  'GET /api/v1/openapi.json': isPublic,

  'GET /api/v1/auth/setup/status': isPublic,
  'POST /api/v1/auth/setup': { kind: 'public', status: 409, body: () => account },
  // Wrong words are a 401 of their own: the right ones are what gets in.
  'POST /api/v1/auth/login': { ...isPublic, body: () => account },
  'POST /api/v1/auth/password': {
    kind: 'user',
    // The current password is a wrong one.
    status: 422,
    body: () => ({ current_password: 'no such password', new_password: 'another password' }),
  },
  'POST /api/v1/auth/refresh': { kind: 'user', status: 200 },
  'POST /api/v1/auth/logout': { kind: 'user', status: 200 },
  'GET /api/v1/auth/me': { kind: 'user', status: 200 },

  'POST /api/v1/user/workspaces': {
    kind: 'global editor',
    status: 201,
    body: () => ({ name: 'one more', slug: slug() }),
  },
  'GET /api/v1/user/workspaces': { kind: 'user', status: 200 },
  'GET /api/v1/admin/workspaces': { kind: 'global platform', status: 200 },
  'POST /api/v1/admin/workspace/keys': {
    kind: 'workspace admin, people only',
    status: 201,
    body: (workspace_id) => ({ workspace_id, name: 'one more', kind: 'ingest' }),
  },
  'GET /api/v1/admin/workspace/keys': { kind: 'workspace admin, people only', status: 200 },
  'DELETE /api/v1/admin/workspace/keys/:id': {
    kind: 'workspace admin, people only',
    status: 404,
    path: '/api/v1/admin/workspace/keys/key_none',
  },

  'GET /api/v1/admin/workspaces/:id': {
    ...people,
    status: 200,
    path: '/api/v1/admin/workspaces/{workspace}',
  },
  'PUT /api/v1/admin/workspaces/:id': {
    ...people,
    status: 200,
    path: '/api/v1/admin/workspaces/{workspace}',
    body: () => ({ name: 'renamed' }),
  },
  'DELETE /api/v1/admin/workspaces/:id': {
    kind: 'global platform',
    status: 404,
    path: '/api/v1/admin/workspaces/ws_none',
  },
  'GET /api/v1/admin/users': { ...people, status: 200 },
  'POST /api/v1/admin/users': {
    ...people,
    status: 201,
    body: () => ({ email: `${slug()}@example.com`, password: 'long enough', role: 'viewer' }),
  },
  'PUT /api/v1/admin/users/:id': {
    ...people,
    status: 404,
    path: '/api/v1/admin/users/usr_none',
    body: () => ({ role: 'viewer' }),
  },
  'DELETE /api/v1/admin/users/:id': { ...people, status: 404, path: '/api/v1/admin/users/usr_none' },
  'POST /api/v1/admin/users/:id/password': {
    ...people,
    status: 404,
    path: '/api/v1/admin/users/usr_none/password',
    body: () => ({ password: 'long enough' }),
  },
  'POST /api/v1/admin/workspace/invites': {
    ...people,
    status: 201,
    body: (workspace_id) => ({ workspace_id, email: `${slug()}@example.com`, role: 'viewer' }),
  },
  'GET /api/v1/admin/workspace/invites': { ...people, status: 200 },
  'DELETE /api/v1/admin/workspace/invites/:id': {
    ...people,
    status: 404,
    path: '/api/v1/admin/workspace/invites/inv_none',
  },
  'GET /api/v1/invites/:token': { kind: 'public', status: 404, path: '/api/v1/invites/none' },
  'POST /api/v1/invites/:token/accept': {
    kind: 'public',
    status: 404,
    path: '/api/v1/invites/none/accept',
    body: () => account,
  },
  'GET /api/v1/admin/audit': { ...people, status: 200 },

  'GET /api/v1/metrics': member,
  'POST /api/v1/metrics/formula': { ...member, body: () => ({ series: [{ metric: 'dau' }], formula: 'A' }) },
  'GET /api/v1/metrics/query': { ...member, query: { metric: 'dau' } },
  'GET /api/v1/metrics/query/people': { ...member, query: { metric: 'dau' } },
  ...withPeople('dau'),
  ...withPeople('wau'),
  ...withPeople('mau'),
  'GET /api/v1/metrics/dau/raw': member,
  'GET /api/v1/metrics/wau/raw': member,
  'GET /api/v1/metrics/mau/raw': member,
  ...withPeople('events'),
  ...withPeople('event/:name', { path: 'event/e' }),
  ...withPeople('events/top'),
  'GET /api/v1/metrics/events/raw': member,
  'GET /api/v1/metrics/events/top/:name/raw': { ...member, path: '/api/v1/metrics/events/top/e/raw' },
  ...withPeople('events/properties', { query: { event: 'e', property: 'p' } }),
  ...withPeople('events/custom', { query: { property: 'p' } }),
  ...withPeople('events/first-time', { query: { event: 'e' } }),
  ...withPeople('events/per-actor', { query: { event: 'e' } }),
  ...withPeople('users'),
  'GET /api/v1/metrics/users/raw': member,
  ...withPeople('stickiness/daily', { query: { range: monday }, point: { date: '2024-01-01' } }),
  ...withPeople('stickiness/weekly', { query: { range: monday }, point: { date: '2024-01-01' } }),
  ...withPeople('lifecycle', { query: { range: monday }, point: { date: '2024-01-01', dimension: 'new' } }),
  ...withPeople('sessions'),
  ...withPeople('sessions/unique'),
  ...withPeople('sessions/top'),
  'GET /api/v1/metrics/sessions/raw': member,
  'GET /api/v1/metrics/segments': member,
  'GET /api/v1/metrics/segments/:segment': { ...member, path: '/api/v1/metrics/segments/new' },
  'POST /api/v1/funnels': { ...member, body: () => funnel },
  'POST /api/v1/funnels/trend': { ...member, body: () => funnel },
  'POST /api/v1/funnels/people': { ...member, body: () => ({ ...funnel, step: 2 }) },
  'POST /api/v1/metrics/grouped': { ...member, body: () => grouping },
  'POST /api/v1/metrics/grouped/people': { ...member, body: () => ({ ...grouping, group: 'DE' }) },
  'GET /api/v1/metrics/logs': member,
  'GET /api/v1/metrics/logs/raw': member,
  'GET /api/v1/metrics/logs/top': member,
  'GET /api/v1/metrics/infrastructure': { ...member, query: { name: 'e' } },
  'GET /api/v1/metrics/infrastructure/names': member,

  'POST /api/v1/retention': { ...member, body: () => ({}) },
  'POST /api/v1/retention/people': {
    ...member,
    body: () => ({ range: '2024-01-01,2024-01-31', cohort_date: '2024-01-01', period: 0 }),
  },

  'GET /api/v1/audiences': member,
  'POST /api/v1/audiences': { ...editor, body: () => ({ name: 'a group', definition: {} }) },
  'GET /api/v1/audiences/:id': { ...absent, path: '/api/v1/audiences/aud_none' },
  'PUT /api/v1/audiences/:id': { ...absent, path: '/api/v1/audiences/aud_none', body: () => ({}) },
  'DELETE /api/v1/audiences/:id': { ...absent, path: '/api/v1/audiences/aud_none' },
  'GET /api/v1/audiences/:id/count': { ...absent, path: '/api/v1/audiences/aud_none/count' },
  'GET /api/v1/audiences/:id/members': { ...absent, path: '/api/v1/audiences/aud_none/members' },
  'GET /api/v1/marks': member,
  'POST /api/v1/marks': { ...editor, body: () => ({ title: 'a mark' }) },
  'GET /api/v1/marks/:id': { ...absent, path: '/api/v1/marks/mrk_none' },
  'PUT /api/v1/marks/:id': { ...absent, path: '/api/v1/marks/mrk_none', body: () => ({}) },
  'DELETE /api/v1/marks/:id': { ...absent, path: '/api/v1/marks/mrk_none' },

  'POST /v1/events': { kind: 'ingest', status: 202, body: () => line },
  'POST /v1/logs': { kind: 'ingest', status: 202, body: () => ({ message: 'm' }) },
  'POST /v1/metrics': { kind: 'ingest', status: 202, body: () => ({ name: 'm', value: 1 }) },
}
const account = { email: 'admin@example.com', password: 'correct horse battery' }

const kindOf = (access: Access): string => {
  switch (access.kind) {
    case 'global':
      return `global ${access.role}`
    case 'workspace':
      return `workspace ${access.role}${access.people === true ? ', people only' : ''}`
    case 'public':
    case 'user':
    case 'ingest':
      return access.kind
  }
}

type Route = ReturnType<typeof describeRoutes>[number]
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

function callRoute(
  service: StoreService,
  route: Route,
  workspace: string | null,
  token: string | null,
  own: string,
): Promise<Called> {
  const { path = route.path, query = {}, body } = cases[nameOf(route)] ?? { body: undefined }
  const { access, method } = route
  const from = access.kind === 'workspace' ? access.from : null
  const options: CallOptions = {
    token,
    headers: { 'x-forwarded-for': address() },
    query: from === 'query' && workspace !== null ? { ...query, workspace_id: workspace } : query,
    ...(from === 'header' && workspace !== null ? { workspace } : {}),
    ...(body === undefined ? {} : { body: body(workspace ?? '') }),
  }
  return service.call(method, path.replace('{workspace}', own), options)
}

t.setTimeout(300_000)
await overEachStore(t, async (t, service) => {
  const routes = describeRoutes(service.service.registry)
  t.strictSame(routes.map(nameOf).sort(), Object.keys(cases).sort(), 'the table names every route, once')
  for (const route of routes)
    t.equal(cases[nameOf(route)]?.kind, kindOf(route.access), `${nameOf(route)} declares its access`)
  const bench = await callerBench(service)
  t.teardown(() => bench.close())

  await t.test('every caller at every route', async (t) => {
    const cells = routes.flatMap((route) => callerNames.map((caller) => ({ route, caller })))
    const wrong: string[] = []
    await inParallel(cells, async ({ route, caller }) => {
      const { kind, status } = cases[nameOf(route)] ?? { ...member }
      const cell = matrix[caller][kind]
      const answer = await callRoute(
        service,
        route,
        bench.workspace,
        await bench.credentials[caller](),
        bench.workspace,
      )
      const wanted = cell === 'in' ? status : cell
      if (answer.status !== wanted)
        wrong.push(
          `${nameOf(route)} × ${caller}: ${answer.status}, not ${wanted} ${JSON.stringify(answer.body)}`,
        )
      if (answer.status < 400) return
      const code = Object.entries(errorCatalogue).find(([, entry]) => entry.status === wanted)?.[0]
      if (answer.body.error !== code) wrong.push(`${nameOf(route)} × ${caller}: ${String(answer.body.error)}`)
      if (cell === 401 && answer.headers.get('www-authenticate') !== 'Bearer')
        wrong.push(`${nameOf(route)} × ${caller}: no WWW-Authenticate`)
    })
    t.strictSame(wrong, [])
    t.equal(cells.length, routes.length * callerNames.length)
  })

  await t.test('a workspace that is not there cannot be told from one that is not yours', async (t) => {
    const inWorkspaces = routes.filter(({ access }) => access.kind === 'workspace')
    for (const route of inWorkspaces) {
      const said = async (workspace: string | null, caller: CallerName): Promise<[number, unknown]> => {
        const answer = await callRoute(
          service,
          route,
          workspace,
          await bench.credentials[caller](),
          bench.workspace,
        )
        return [answer.status, answer.body]
      }
      for (const caller of ['foreign member', 'query key elsewhere'] as const) {
        const [status, body] = await said(bench.workspace, caller)
        t.equal(status, 403, `${nameOf(route)} × ${caller}`)
        for (const none of ['ws_none', 'ws_AAAAAAAAAAAAAAAAAAAAAA', "ws_' OR 1=1", '__proto__', '../x'])
          t.strictSame(await said(none, caller), [403, body], `${nameOf(route)} × ${caller} × ${none}`)
      }
      t.equal((await said('ws_none', 'platform'))[0], 403, `${nameOf(route)}: also for platform`)
      t.equal((await said(null, 'admin'))[0], 422, `${nameOf(route)}: none is named`)
      t.equal((await said(null, 'no token'))[0], 401, `${nameOf(route)}: nobody names none`)
      t.equal((await said(null, 'logged-out token'))[0], 401, `${nameOf(route)}: a dead token names none`)
    }
  })

  await t.test('no other spelling of an address opens a door', async (t) => {
    const guarded = routes.filter(({ access, method }) => access.kind !== 'public' && method === 'GET')
    for (const { path } of guarded) {
      const plain = (cases[`GET ${path}`]?.path ?? path)
        .replace('{workspace}', bench.workspace)
        .replaceAll(/:\w+/g, 'x')
      const last = plain.at(-1) ?? ''
      const encoded = `${plain.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`
      const spellings = [`${plain}/`, `/${plain}`, plain.toUpperCase(), encoded, `${plain};x`, `${plain}%2f`]
      for (const spelling of spellings) {
        const { status } = await service.call('GET', spelling, { token: null, workspace: bench.workspace })
        t.ok([401, 404].includes(status), `${spelling}: ${status}`)
      }
      const head = await service.call('HEAD', plain, { token: null, workspace: bench.workspace })
      t.equal(head.status, 401, `HEAD ${plain}`)
    }
  })

  await t.test('a role that is taken away, and a membership, end at once', async (t) => {
    const key = { name: 'k', kind: 'query' }
    const path = '/api/v1/admin/workspace/keys'
    const made = await service.call('POST', path, { body: { ...key, workspace_id: bench.workspace } })
    const secret = String(made.body.data.key)
    const ask = () =>
      service.call('GET', '/api/v1/metrics/dau', { token: secret, workspace: bench.workspace })
    t.equal((await ask()).status, 200)
    const query = { workspace_id: bench.workspace }
    t.equal((await service.call('DELETE', `${path}/${String(made.body.data.id)}`, { query })).status, 204)
    t.equal((await ask()).status, 401)
    const elsewhere = await service.call('DELETE', `${path}/${String(made.body.data.id)}`, { query })
    t.equal(elsewhere.status, 404)
  })
})
