import t from 'tap'
import { createService } from '../../app/service.js'
import { plainDefaults, type WorkspaceDefaults } from '../../contract/index.js'
import { builtInPlugins } from '../../plugins/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { request, type Called } from '../support/request.js'
import { store } from '../support/send.js'
import { testService } from '../support/service.js'
import { silentLog } from '../support/silent-log.js'

/** A Friday; Berlin is two hours ahead. */
const now = Date.parse('2024-05-10T12:00:00.000Z')
const memory = createMemoryStore()
const first = await testService(t, { store: { name: 'memory', make: () => memory } })
first.setClock(now)

/** Another process of the same service: the records and the data are shared. */
const second = await createService({
  settings: first.settings,
  plugins: builtInPlugins,
  analytics: { ...memory, close: () => Promise.resolve() },
  records: createRecordStore({ url: first.recordsUrl, log: silentLog }),
  log: silentLog,
  clock: () => now,
  tokenKey: Buffer.from('a test key of more than thirty-two bytes'),
})
const { port } = await second.listen(0, '127.0.0.1')
t.teardown(() => second.close({ drainMilliseconds: 100 }))
const bases = [first.base, `http://127.0.0.1:${port}`]

const { id: workspace, ingestKey } = await first.workspace()
const line = (device_id: string, timestamp: string) => ({ event: 'open', device_id, timestamp })
await store(first, ingestKey, [
  line('saturday', '2024-04-27T10:00:00Z'),
  // Monday, 00:30 in Berlin.
  line('night', '2024-04-28T22:30:00Z'),
  line('may', '2024-05-04T12:00:00Z'),
])

const itself = `/api/v1/admin/workspaces/${workspace}`
const put = (body: object, token = first.token): Promise<Called> =>
  first.call('PUT', itself, { workspace, body, token })
const defaults: readonly (readonly [WorkspaceDefaults, number, why: string])[] = [
  [plainDefaults, 1, '29 April to 5 May, in UTC: may'],
  [{ timezone: 'Europe/Berlin', weekStart: 'monday' }, 2, 'the same days in Berlin: night, may'],
  [{ timezone: 'Europe/Berlin', weekStart: 'saturday' }, 2, '27 April to 3 May: saturday, night'],
  [{ timezone: 'UTC', weekStart: 'sunday' }, 2, '28 April to 4 May: night, may'],
  [plainDefaults, 1, 'as at first'],
]

/** The total of one request, to each process. */
async function totals(
  method: string,
  path: string,
  options: object,
  read: (data: never) => unknown,
): Promise<unknown[]> {
  const answers = await Promise.all(
    bases.map((base) =>
      request(base, method, `/api/v1${path}`, { workspace, token: first.token, ...options }),
    ),
  )
  return answers.map(({ status, body }) => (status === 200 ? read(body.data as never) : body))
}
const total = ({ total }: { readonly total: number }): number => total

await t.test('every kind of request follows the defaults at once, in every process', async (t) => {
  const within = { did: { event: 'open', within: 'last_week' } }
  const audience = await first.call('POST', '/api/v1/audiences', {
    workspace,
    body: { name: 'last week', definition: { filter: within } },
  })
  const board = await first.call('POST', '/api/v1/boards', { workspace, body: { name: 'x' } })
  const at = `/boards/${String(board.body.data.id)}`
  const tile = await first.call('POST', `/api/v1${at}/tiles`, {
    workspace,
    body: {
      title: 'a',
      chart: 'line',
      view: '/trends',
      question: { path: '/api/v1/metrics/events', query: 'range=last_week' },
    },
  })
  const link = await first.call('POST', `/api/v1${at}/links`, { workspace, body: {} })
  const shared = `/public/boards/${String(link.body.data.token)}`
  const data = `/tiles/${String(tile.body.data.id)}/data`
  const key = await first.call('POST', '/api/v1/admin/workspace/keys', {
    body: { workspace_id: workspace, name: 'q', kind: 'query' },
  })
  const id = String(audience.body.data.id)
  for (const [{ timezone, weekStart }, expected, why] of defaults) {
    t.equal((await put({ timezone, week_start: weekStart })).status, 200)
    const both = [expected, expected]
    const range = { range: 'last_week' }
    const said = (what: string): string => `${what}: ${why}`
    t.strictSame(await totals('GET', '/metrics/events', { query: range }, total), both, said('metric'))
    const byKey = { query: range, token: String(key.body.data.key) }
    t.strictSame(await totals('GET', '/metrics/events', byKey, total), both, said('query key'))
    const wide = { range: '30d', audience: id, timezone: 'Asia/Tokyo' }
    t.strictSame(
      await totals('GET', '/metrics/events', { query: wide }, total),
      both,
      said('an audience, whatever the zone of the request'),
    )
    t.strictSame(
      await totals('GET', `/audiences/${id}/count`, {}, ({ count }: { count: number }) => count),
      both,
      said('audience'),
    )
    const filter = { query: { range: '30d', filter: JSON.stringify(within) } }
    t.strictSame(await totals('GET', '/metrics/events', filter, total), both, said('did'))
    const formula = { series: [{ metric: 'events' }], formula: 'A', range: 'last_week' }
    t.strictSame(await totals('POST', '/metrics/formula', { body: formula }, total), both, said('formula'))
    const change = { metric: 'events', before: '2020-01-01,2020-01-01', after: 'last_week' }
    const after = ({ after }: { readonly after: number }): number => after
    t.strictSame(
      await totals('POST', '/metrics/explain-change', { body: change }, after),
      both,
      said('explained change'),
    )
    t.strictSame(await totals('GET', `${at}${data}`, {}, total), both, said('tile'))
    t.strictSame(await totals('GET', `${shared}${data}`, { token: null }, total), both, said('public link'))
    t.strictSame(
      await totals(
        'GET',
        shared,
        { token: null },
        (it: { workspace_timezone: string }) => it.workspace_timezone,
      ),
      [timezone, timezone],
    )
    const steps = [{ event: 'open' }, { event: 'buy' }]
    const entered = ({ steps: [one] }: { steps: readonly { count: number }[] }): unknown => one?.count
    t.strictSame(
      await totals('POST', '/funnels', { body: { steps, range: 'last_week' } }, entered),
      both,
      said('funnel'),
    )
    const own = { query: { ...range, timezone: 'Europe/Berlin', week_start: 'saturday' } }
    t.strictSame(await totals('GET', '/metrics/events', own, total), [2, 2], 'a request’s own calendar wins')
  }
})

await t.test('the calendar is shown to members, set by admins, and rejected by name', async (t) => {
  t.equal((await put({ week_start: 'sunday' })).body.data.timezone, 'UTC', 'what is left out stays')
  t.match((await put({ timezone: 'Asia/Tokyo' })).body.data, { timezone: 'Asia/Tokyo', week_start: 'sunday' })
  const shown = { id: workspace, timezone: 'Asia/Tokyo', week_start: 'sunday' }
  const mine = await first.call('GET', '/api/v1/user/workspaces')
  t.match(
    mine.body.data.filter(({ id }: { id: string }) => id === workspace),
    [shown],
  )
  t.match(
    (await first.call('GET', '/api/v1/auth/me')).body.data.workspaces.filter(
      ({ id }: { id: string }) => id === workspace,
    ),
    [shown],
  )
  t.match((await first.call('GET', itself, { workspace })).body.data, shown)
  const wrong: readonly (readonly [object, string])[] = [
    [{}, 'at least one of name'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
    [{ timezone: null }, 'timezone'],
    [{ week_start: 'friday' }, 'week_start'],
    [{ week_start: 'Sunday' }, 'week_start'],
    [{ week_start: 1 }, 'week_start'],
    [{ weekstart: 'sunday' }, 'weekstart'],
  ]
  for (const [body, path] of wrong) {
    const { status, body: answer } = await put(body)
    t.equal(status, 422, JSON.stringify(body))
    t.ok(JSON.stringify(answer).includes(path), JSON.stringify(answer))
  }
  for (const query of [{ week_start: 'friday' }, { timezone: 'Mars/Olympus' }, { week_start: '' }]) {
    const { status, body } = await first.call('GET', '/api/v1/metrics/events', { workspace, query })
    t.equal(status, 422, JSON.stringify(query))
    t.match(JSON.stringify(body.details), Object.keys(query)[0] ?? '')
  }
  const key = await first.call('POST', '/api/v1/admin/workspace/keys', {
    body: { workspace_id: workspace, name: 'q', kind: 'query' },
  })
  t.equal((await put({ timezone: 'UTC' }, String(key.body.data.key))).status, 403)
  const { body } = await first.call('GET', '/api/v1/admin/audit', { workspace })
  const notes = (body.data.entries as readonly { action: string; details: object }[]).filter(
    ({ action }) => action === 'workspace.calendar_changed',
  )
  t.strictSame(notes[0]?.details, { from: 'UTC, weeks from sunday', to: 'Asia/Tokyo, weeks from sunday' })
})
