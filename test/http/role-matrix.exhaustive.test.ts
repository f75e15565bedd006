import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { errorCatalogue, type Access } from '../../contract/index.js'
import { describeRoutes } from '../../http/describe-routes.js'
import type { Called, CallOptions } from '../support/request.js'
import { callerNames, type CallerName } from './caller-names.js'
import { openCallers } from './callers.js'
import { describedBy } from './described.js'
import { ownedCases } from './owned.js'
import { matrix } from './role-table.js'
import { routeCases } from './route-cases.js'
import { member } from './route-kinds.js'
import '../support/every-store.js'
import { eachStore, type TestService } from '../support/service.js'
import { address, inParallel } from '../support/send.js'

const kindOf = (access: Access): string => {
  switch (access.kind) {
    case 'global':
      return `global ${access.role}`
    case 'workspace':
      return `workspace ${access.role}${access.people === true ? ', people only' : ''}`
    case 'public':
    case 'user':
    case 'ingest':
    case 'link':
      return access.kind
  }
}

type Route = ReturnType<typeof describeRoutes>[number]
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

function callRoute(
  service: TestService,
  route: Route,
  workspace: string | null,
  token: string | null,
  own: string,
): Promise<Called> {
  const { path = route.path, query = {}, body } = routeCases[nameOf(route)] ?? { body: undefined }
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

await eachStore(t, async (t, service) => {
  const routes = describeRoutes(service.service.registry)
  t.strictSame(routes.map(nameOf).sort(), Object.keys(routeCases).sort(), 'the table names every route, once')
  for (const route of routes)
    t.equal(routeCases[nameOf(route)]?.kind, kindOf(route.access), `${nameOf(route)} declares its access`)
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const undescribed = describedBy((await service.call('GET', '/api/v1/openapi.json')).body as never)

  await t.test('every caller at every route', async (t) => {
    const cells = routes.flatMap((route) => callerNames.map((caller) => ({ route, caller })))
    const wrong: string[] = []
    await inParallel(cells, async ({ route, caller }) => {
      const { kind, status } = routeCases[nameOf(route)] ?? { ...member }
      const cell = matrix[caller][kind]
      const ask = async (): Promise<Awaited<ReturnType<typeof callRoute>>> =>
        callRoute(service, route, fixture.workspace, await fixture.credentials[caller](), fixture.workspace)
      let answer = await ask()
      // A workspace runs a limited number of statements, and all callers query concurrently here.
      while (answer.status === 429 && nameOf(route) === 'POST /api/v1/data/query') {
        await pause(50)
        answer = await ask()
      }
      const wanted = cell === 'in' ? status : cell
      if (answer.status !== wanted)
        wrong.push(
          `${nameOf(route)} × ${caller}: ${answer.status}, not ${wanted} ${JSON.stringify(answer.body)}`,
        )
      const complaint = undescribed(route.method, route.path, answer)
      if (complaint !== null) wrong.push(`${complaint} × ${caller}`)
      if (answer.status < 400) return
      const code = Object.entries(errorCatalogue).find(([, entry]) => entry.status === wanted)?.[0]
      if (answer.body.error !== code) wrong.push(`${nameOf(route)} × ${caller}: ${String(answer.body.error)}`)
      if (cell === 401 && answer.headers.get('www-authenticate') !== 'Bearer')
        wrong.push(`${nameOf(route)} × ${caller}: no WWW-Authenticate`)
    })
    t.strictSame(wrong, [])
    t.equal(cells.length, routes.length * callerNames.length)
  })

  await t.test('whose it is', async (t) => {
    const cells = ownedCases.flatMap((one) => callerNames.map((caller) => ({ one, caller })))
    const wrong: string[] = []
    await inParallel(cells, async ({ one, caller }) => {
      const { method, path, what, kind, status, body } = one
      const id = await fixture.own(caller, what)
      const token = await fixture.credentials[caller]()
      const options = { token, workspace: fixture.workspace, ...(body === undefined ? {} : { body }) }
      const answer = await service.call(method, path.replace(':id', id), options)
      const cell = matrix[caller][kind]
      const wanted = cell === 'in' ? status : cell
      if (answer.status !== wanted)
        wrong.push(`${method} ${what} × ${caller}: ${answer.status}, not ${wanted}`)
    })
    t.strictSame(wrong, [])
    const owned = routes
      .filter(({ path }) => /^\/api\/v1\/(audiences|marks|boards|questions)\/:id$/.test(path))
      .map(nameOf)
    t.strictSame(
      [...new Set(ownedCases.map(nameOf))].sort(),
      owned.sort(),
      'every route of one of them is here',
    )
  })

  await t.test('a workspace that is not there cannot be told from one that is not yours', async (t) => {
    const inWorkspaces = routes.filter(({ access }) => access.kind === 'workspace')
    for (const route of inWorkspaces) {
      const said = async (workspace: string | null, caller: CallerName): Promise<[number, unknown]> => {
        const answer = await callRoute(
          service,
          route,
          workspace,
          await fixture.credentials[caller](),
          fixture.workspace,
        )
        return [answer.status, answer.body]
      }
      for (const caller of ['foreign member', 'query key elsewhere'] as const) {
        const [status, body] = await said(fixture.workspace, caller)
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
    for (const { path, access } of guarded) {
      const plain = (routeCases[`GET ${path}`]?.path ?? path)
        .replace('{workspace}', fixture.workspace)
        .replaceAll(/:\w+/g, 'x')
      const last = plain.at(-1) ?? ''
      const encoded = `${plain.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`
      const spellings = [`${plain}/`, `/${plain}`, plain.toUpperCase(), encoded, `${plain};x`, `${plain}%2f`]
      for (const spelling of spellings) {
        const { status } = await service.call('GET', spelling, { token: null, workspace: fixture.workspace })
        t.ok([401, 404].includes(status), `${spelling}: ${status}`)
      }
      const head = await service.call('HEAD', plain, { token: null, workspace: fixture.workspace })
      t.equal(head.status, access.kind === 'link' ? 404 : 401, `HEAD ${plain}`)
    }
  })

  await t.test('a role that is taken away, and a membership, end at once', async (t) => {
    const key = { name: 'k', kind: 'query' }
    const path = '/api/v1/admin/workspace/keys'
    const made = await service.call('POST', path, { body: { ...key, workspace_id: fixture.workspace } })
    const secret = String(made.body.data.key)
    const ask = () =>
      service.call('GET', '/api/v1/metrics/dau', { token: secret, workspace: fixture.workspace })
    t.equal((await ask()).status, 200)
    const query = { workspace_id: fixture.workspace }
    t.equal((await service.call('DELETE', `${path}/${String(made.body.data.id)}`, { query })).status, 204)
    t.equal((await ask()).status, 401)
    const elsewhere = await service.call('DELETE', `${path}/${String(made.body.data.id)}`, { query })
    t.equal(elsewhere.status, 404)
  })
})
