import t, { type Test } from 'tap'
import { describedBy } from './described.js'
import { adminEmail, testService } from '../support/service.js'
import { address, store } from '../support/send.js'

/** Beside what test/http/role-matrix.exhaustive.test.ts gets of every route: the refusals of its own, and answers with something in them. */
const service = await testService(t)
const document = (await service.call('GET', '/api/v1/openapi.json')).body as never
const undescribed = describedBy(document)
const { id: workspace, ingestKey } = await service.workspace()

interface Given {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly token?: string | null
  readonly path?: string
}

/** Calls a route by its pattern and compares the response with the description. */
async function answer(t: Test, route: string, status: number, { path, ...given }: Given = {}) {
  const [method = '', pattern = ''] = route.split(' ')
  const headers = { 'x-forwarded-for': address() }
  const called = await service.call(method, path ?? pattern, { headers, workspace, ...given })
  t.equal(called.status, status, route)
  t.equal(undescribed(method, pattern, called), null)
  return called
}

t.test('what contradicts what is there, and who is not who they say', async (t) => {
  const account = { email: 'b@example.com', password: 'long enough', role: 'viewer' }
  await answer(t, 'POST /api/v1/auth/setup', 409, {
    body: { email: account.email, password: account.password },
  })
  await answer(t, 'POST /api/v1/auth/login', 401, { body: { email: 'nobody@example.com', password: 'x' } })
  const slug = { name: 'x', slug: 'taken' }
  await answer(t, 'POST /api/v1/user/workspaces', 201, { body: slug })
  await answer(t, 'POST /api/v1/user/workspaces', 409, { body: slug })
  await answer(t, 'POST /api/v1/admin/users', 201, { body: account })
  await answer(t, 'POST /api/v1/admin/users', 409, { body: account })
  const me = (await answer(t, 'GET /api/v1/auth/me', 200)).body.data.user.id as string
  const users = 'PUT /api/v1/admin/users/:id'
  await answer(t, users, 409, { path: `/api/v1/admin/users/${me}`, body: { role: 'admin' } })

  const invites = '/api/v1/admin/workspace/invites'
  const wanted = { workspace_id: workspace, role: 'viewer' }
  await answer(t, `POST ${invites}`, 409, { body: { ...wanted, email: adminEmail } })
  const made = await answer(t, `POST ${invites}`, 201, { body: { ...wanted, email: 'c@example.com' } })
  const cancel = { path: `${invites}/${String(made.body.data.id)}`, query: { workspace_id: workspace } }
  await answer(t, `DELETE ${invites}/:id`, 204, cancel)
  await answer(t, `DELETE ${invites}/:id`, 409, cancel)
  const token = new URL(String(made.body.data.invite_url)).pathname.split('/').at(-1) ?? ''
  const accept = {
    path: `/api/v1/invites/${token}/accept`,
    body: { email: 'c@example.com', password: 'long enough' },
  }
  await answer(t, 'POST /api/v1/invites/:token/accept', 409, accept)
})

t.test('some good lines among bad ones, and what cannot be read', async (t) => {
  for (const [path, good] of Object.entries({
    '/v1/events': { event: 'e', device_id: 'd' },
    '/v1/logs': { message: 'm' },
    '/v1/metrics': { name: 'm', value: 1 },
  }))
    await answer(t, `POST ${path}`, 207, { body: `${JSON.stringify(good)}\n{`, token: ingestKey })
  await answer(t, 'POST /otlp/v1/logs', 400, { body: '{', token: ingestKey })
  const point = { asDouble: 1, timeUnixNano: `${Date.now()}000000` }
  const gauge = {
    name: 'g',
    gauge: { dataPoints: [point, { asDouble: 1, timeUnixNano: '1' + '0'.repeat(20) }] },
  }
  const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [gauge] }] }] }
  const partly = await answer(t, 'POST /otlp/v1/metrics', 200, { body: metrics, token: ingestKey })
  t.match(partly.body, { partialSuccess: { rejectedDataPoints: '1' } })
})

t.test('answers that hold something', async (t) => {
  // The line that was valid above belongs to a fourth.
  const devices = ['d1', 'd2', 'd3']
  await store(
    service,
    ingestKey,
    devices.flatMap((device_id, n) => [
      { event: 'a', device_id, timestamp: Date.now() - 1000 * (n + 5) },
      ...(n > 0 ? [{ event: 'b', device_id, timestamp: Date.now(), properties: { plan: n } }] : []),
    ]),
  )
  const steps = [{ event: 'a' }, { event: 'b' }]
  for (const more of [{}, { breakdown: 'device_id', breakdown_limit: 1 }]) {
    await answer(t, 'POST /api/v1/funnels', 200, { body: { steps, ...more } })
    await answer(t, 'POST /api/v1/funnels/trend', 200, { body: { steps, range: '7d', ...more } })
    await answer(t, 'POST /api/v1/retention', 200, { body: { range: '7d', granularity: 'daily', ...more } })
    const series = [{ metric: 'events', ...('breakdown' in more ? { breakdown: 'device_id' } : {}) }]
    const formula = { series, formula: 'A * 2', range: '7d', compare: 'previous' }
    await answer(t, 'POST /api/v1/metrics/formula', 200, { body: formula })
  }
  const grouping = { group_by: 'plan', size: { type: 'count' }, intensity: { type: 'unique_actors' } }
  const groups = await answer(t, 'POST /api/v1/metrics/grouped', 200, { body: grouping })
  t.equal(groups.body.data.groups.length, 3)
  const audience = await answer(t, 'POST /api/v1/audiences', 201, { body: { name: 'x', definition: {} } })
  const members = {
    path: `/api/v1/audiences/${String(audience.body.data.id)}/members`,
    query: { count_total: 'true' },
  }
  t.match((await answer(t, 'GET /api/v1/audiences/:id/members', 200, members)).body, { total: 4 })
})
