import t from 'tap'
import { definePlugin, serviceEvents, type Plugin } from '../contract/index.js'
import { eventually } from '../test/support/eventually.js'
import { testService } from '../test/support/service.js'

interface Seen {
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A plugin that keeps every event of the service. */
function listener(seen: Seen[]): Plugin {
  return definePlugin({
    name: 'listener',
    contract: 1,
    after: [],
    register(host) {
      for (const event of Object.values(serviceEvents))
        host.on<object>(event, (payload) => {
          seen.push({ event: event.name, payload: payload as Seen['payload'] })
        })
    },
  })
}

const hostile = definePlugin({
  name: 'hostile',
  contract: 1,
  after: [],
  register(host) {
    for (const event of Object.values(serviceEvents))
      host.on<object>(event, () => new Promise(() => undefined))
  },
})

t.test('each event of the service, beside a plugin that hangs in all of them', async (t) => {
  const seen: Seen[] = []
  const environment = { ADMIN_SETS_PASSWORDS: 'true' }
  const service = await testService(t, { plugins: [listener(seen), hostile], environment })
  const { call } = service
  const last = (name: string, count = 1) =>
    eventually(name, () => Promise.resolve(seen.filter(({ event }) => event === name).length >= count)).then(
      () => seen.filter(({ event }) => event === name).at(-1)?.payload,
    )
  const { id: workspace, ingestKey: token } = await service.workspace()
  const actor = { id: /^usr_/, email: /@/ }
  t.match(await last('workspace.created'), {
    workspace: { id: workspace, number: Number },
    slug: /^ws-/,
    actor,
  })
  t.match(await last('member.added'), { workspaceId: workspace, userId: /^usr_/, role: 'admin', actor })
  const created = await last('key.created')
  t.match(created, {
    workspaceId: workspace,
    keyId: /^key_/,
    name: 'test',
    kind: 'ingest',
    role: null,
    actor,
  })
  t.notMatch(JSON.stringify(created), token)

  const itself = `/api/v1/admin/workspaces/${workspace}`
  t.equal((await call('PUT', itself, { workspace, body: { name: 'New' } })).status, 200)
  t.match(await last('workspace.changed'), {
    workspace: { id: workspace },
    name: 'New',
    formerName: /^ws-/,
    defaults: { timezone: 'UTC', weekStart: 'monday' },
    actor,
  })

  const rows = [
    { event: 'a', device_id: 'd', properties: { plan: 'pro' } },
    { event: 'b', device_id: 'd' },
    { type: 'identify', device_id: 'd', user_id: 'u' },
  ]
  const sent = await call('POST', '/v1/events', { token, body: rows })
  t.equal(sent.status, 202)
  const stored = await last('items.stored')
  t.match(stored, {
    workspace: { id: workspace, number: Number },
    source: 'events',
    count: 2,
    items: [{ event_name: 'a', properties: { plan: 'pro' }, session_id: /./ }, { event_name: 'b' }],
  })
  t.match(await last('person.linked'), {
    workspace: { id: workspace },
    links: [{ device_id: 'd', user_id: 'u' }],
  })
  const many = Array.from({ length: 2_500 }, (_, n) => ({ event: `e${n % 3}`, device_id: 'd' }))
  await call('POST', '/v1/events', { token, body: many })
  await last('items.stored', 4)
  const counts = seen.filter(({ event }) => event === 'items.stored').map(({ payload }) => payload['count'])
  t.same(counts, [2, 1_000, 1_000, 500], 'in parts')

  await call('GET', '/api/v1/metrics/dau', { workspace, query: { range: '7d' } })
  t.match(await last('question.answered'), {
    workspace: { id: workspace },
    caller: { id: /^usr_/, kind: 'user' },
    route: 'GET /api/v1/metrics/dau',
    plugin: 'active-users',
    key: 'dau',
  })
  await call('GET', '/api/v1/metrics/query', { workspace, query: { metric: 'event:a', range: '7d' } })
  t.match(await last('question.answered', 2), { key: 'event:a', plugin: 'core' })
  await call('GET', '/api/v1/metrics/dau', { workspace, query: { range: 'never' } })
  await call('GET', '/api/v1/admin/workspace/keys', { workspace })

  const user = { email: 'eve@example.com', password: 'a good password', role: 'editor' }
  const made = await call('POST', '/api/v1/admin/users', { workspace, body: user })
  const userId = String(made.body.data.id)
  t.match(await last('member.added', 2), { workspaceId: workspace, userId, role: 'editor', actor })
  await call('PUT', `/api/v1/admin/users/${userId}`, { workspace, body: { role: 'viewer' } })
  t.match(await last('member.changed'), { workspaceId: workspace, userId, role: 'viewer', actor })
  await call('DELETE', `/api/v1/admin/users/${userId}`, { workspace })
  t.match(await last('member.removed'), { workspaceId: workspace, userId, actor })

  const key = `/api/v1/admin/workspace/keys/${String(created?.['keyId'])}`
  t.equal((await call('DELETE', key, { query: { workspace_id: workspace } })).status, 204)
  t.match(await last('key.deleted'), { workspaceId: workspace, keyId: created?.['keyId'], actor })
  t.equal((await call('DELETE', itself, { workspace })).status, 204)
  t.match(await last('workspace.deleted'), { workspace: { id: workspace }, name: 'New', actor })
  t.equal(seen.filter(({ event }) => event === 'question.answered').length, 2, 'neither errors nor lists')

  const metrics = String((await call('GET', '/metrics')).body)
  const counted = (plugin: string, outcome: string) =>
    new RegExp(
      `sextant_event_deliveries_total\\{plugin="${plugin}",event="items.stored",outcome="${outcome}"\\} (\\d+)`,
    ).exec(metrics)?.[1]
  t.equal(counted('listener', 'delivered'), '4')
  t.equal(counted('hostile', 'delivered'), '0')
  t.match(metrics, /sextant_event_deliveries_waiting\{plugin="hostile",event="items.stored"\} 3/)
})
