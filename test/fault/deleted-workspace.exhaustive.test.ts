import { createClient } from '@clickhouse/client'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { dropSchema } from '../../storage-adapters/postgres/drop.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { type TestService, testService } from '../support/service.js'
import { everyStore } from '../support/every-store.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase, waitingOn } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import type { Called } from '../support/request.js'

const rounds = 3
const lanes = 4

/** The queries that run repeatedly: narrow and wide ones, lists, pages, and administration. */
const questions = (id: string): readonly string[] => [
  '/api/v1/metrics/dau?range=30d',
  '/api/v1/metrics/events?range=12m&granularity=monthly&breakdown=plan',
  '/api/v1/metrics/events/raw?range=30d&count_total=true',
  '/api/v1/metrics/sessions?range=30d',
  '/api/v1/metrics/mau?range=7d',
  '/api/v1/metrics/logs/raw?range=30d',
  `/api/v1/admin/workspaces/${id}`,
  '/api/v1/admin/users',
]

/** Changes that collide with the deletion: each must be applied completely or rejected. */
const changes = (id: string): readonly (readonly [string, string, object])[] => [
  ['POST', '/api/v1/admin/workspace/keys', { workspace_id: id, name: 'k', kind: 'query' }],
  ['POST', '/api/v1/admin/workspace/invites', { workspace_id: id, email: 'new@example.com', role: 'viewer' }],
  ['PUT', `/api/v1/admin/workspaces/${id}`, { name: 'renamed' }],
  ['POST', '/api/v1/audiences', { name: 'a group', definition: { events: [{ event: 'e', days: 7 }] } }],
  ['POST', '/api/v1/marks', { title: 'a mark' }],
]

async function under(t: Test, service: TestService): Promise<void> {
  const records = new pg.Client({ connectionString: service.recordsUrl })
  await records.connect()
  t.teardown(() => records.end())
  const told = new Map<number, number>()
  const faults: string[] = []
  for (let round = 0; round < rounds; round++) await deleteOne(t, service, records, told, faults)
  t.comment(JSON.stringify(Object.fromEntries(told)))
  const done = [...told.keys()].filter((status) => status < 300)
  t.ok(done.length > 0, 'the load was answered before the deletion')
  t.strictSame(faults, [], 'no 5xx')
  const odd = [...told.keys()].filter((status) => ![200, 201, 202, 401, 403, 404].includes(status))
  t.strictSame(odd, [], 'no other answer')
}

async function deleteOne(
  t: Test,
  service: TestService,
  records: pg.Client,
  told: Map<number, number>,
  faults: string[],
): Promise<void> {
  const { id, ingestKey } = await service.workspace()
  const { rows } = await records.query<{ number: string }>(
    'SELECT number FROM sextant.workspaces WHERE id = $1',
    [id],
  )
  const name = `w${rows[0]?.number ?? ''}`
  const body = { workspace_id: id, name: 'q', kind: 'query', role: 'viewer' }
  const made = await service.call('POST', '/api/v1/admin/workspace/keys', { body })
  const queryKey = String(made.body.data.key)

  let over = false
  let answered = 0
  const afterwards: number[] = []
  async function lane(ask: (turn: number) => Promise<number>): Promise<void> {
    for (let turn = 0; ; turn++) {
      const last = over
      const status = await ask(turn)
      told.set(status, (told.get(status) ?? 0) + 1)
      if (last) return void afterwards.push(status)
      answered++
    }
  }
  // The status alone does not distinguish the many possible reasons.
  const noted = ({ status, body }: Called): number => {
    if (status >= 500) faults.push(`${status} ${JSON.stringify(body)}`)
    return status
  }
  const asked = questions(id)
  const query = (turn: number): Promise<number> => {
    const path = asked[turn % asked.length] ?? ''
    const token = path.includes('/metrics/') && turn % 2 === 0 ? queryKey : service.token
    return service.call('GET', path, { workspace: id, token }).then(noted)
  }
  const feed = (turn: number): Promise<number> => {
    // Sometimes a new month, which creates a partition on Postgres.
    const timestamp = Date.UTC(2020 + (turn % 5), turn % 12, 1 + (turn % 27))
    const lines = Array.from({ length: 50 }, (_, index) => ({
      event: 'e',
      device_id: `d${index}`,
      user_id: `u${index % 7}`,
      session_id: `s${index}`,
      timestamp: index % 2 === 0 ? timestamp : Date.now(),
      message_id: `${turn}-${index}`,
      properties: { plan: `p${index % 3}` },
    }))
    return service.call('POST', '/v1/events', { body: lines, token: ingestKey }).then(noted)
  }
  const change = (turn: number): Promise<number> => {
    const all = changes(id)
    const [method, path, body] = all[turn % all.length] ?? ['GET', '/', {}]
    return service.call(method, path, { body, workspace: id }).then(noted)
  }
  const load = Promise.all([
    ...Array.from({ length: lanes }, (_, index) => lane((turn) => query(turn + index * 3))),
    ...Array.from({ length: lanes }, (_, index) => lane((turn) => feed(turn * lanes + index))),
    lane(change),
  ])
  const enough = 6 * (2 * lanes + 1)
  while (answered < enough) await new Promise((resolve) => setTimeout(resolve, 5))

  const gone = await service.call('DELETE', `/api/v1/admin/workspaces/${id}`)
  t.equal(gone.status, 204)
  over = true
  await load
  t.strictSame(
    afterwards.filter((status) => ![401, 403, 404].includes(status)),
    [],
    'whoever comes afterwards is turned away',
  )
  t.strictSame(await left(service, records, id, name), [], 'nothing is left')
  t.equal((await service.call('DELETE', `/api/v1/admin/workspaces/${id}`)).status, 404)
}

/** Returns every place in either store that still has something of the workspace. */
async function left(
  service: TestService,
  records: pg.Client,
  id: string,
  name: string,
): Promise<readonly string[]> {
  const { rows: columns } = await records.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'sextant' AND (column_name = 'workspace_id' OR table_name IN ('workspaces', 'workspace_remains') AND column_name = 'id')`,
  )
  const found: string[] = []
  for (const { table_name: table, column_name: column } of columns) {
    const { rows } = await records.query(`SELECT 1 FROM sextant.${table} WHERE ${column} = $1`, [id])
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  if (columns.length < 5) found.push(`only ${columns.length} columns were looked at`)
  const { rows: schemas } = await records.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [name])
  if (schemas.length > 0) found.push(`schema ${name}`)
  const { url, user, password } = testEngines().clickhouse
  const clickhouse = createClient({ url, username: user ?? '', password: password ?? '' })
  const query = `SELECT name FROM system.databases WHERE name = {name: String}
    UNION ALL SELECT database FROM system.tables WHERE database = {name: String}`
  const result = await clickhouse.query({ query, query_params: { name }, format: 'JSONEachRow' })
  for (const one of await result.json()) found.push(`ClickHouse ${JSON.stringify(one)}`)
  await clickhouse.close()
  return found
}

for (const store of everyStore)
  await t.test(`a workspace is deleted under load: ${store.name}`, async (t) => {
    await under(t, await testService(t, { store }))
  })

/** The locks that each kind of transaction takes on a table. */
const working = { question: 'ACCESS SHARE', append: 'ROW EXCLUSIVE' } as const
for (const [kind, mode] of Object.entries(working))
  await t.test(`${kind}: never the one that a deletion ends`, async (t) => {
    const { url: recordsUrl, drop } = await temporaryDatabase()
    const store = createPostgresStore({ connection: { url: recordsUrl }, log: silentLog })
    const inside = new pg.Client({ connectionString: recordsUrl })
    const watching = new pg.Client({ connectionString: recordsUrl })
    t.teardown(async () => {
      await Promise.all([inside.end(), watching.end(), store.close()])
      await drop()
    })
    await Promise.all([inside.connect(), watching.connect()])
    const workspace = { id: 'ws_1', number: 1 }
    await store.createWorkspace(workspace)
    await inside.query(`BEGIN; LOCK TABLE w1.device_links IN ${mode} MODE`)
    const dropped = store.dropWorkspace(workspace)
    while ((await waitingOn(watching)) === 0) continue
    // Postgres checks for a deadlock once, this long after a wait began: a drop that waited on would not be
    // its victim.
    await wait(1_300)
    const tables = await watching.query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relnamespace = 'w1'::regnamespace AND relkind IN ('r', 'p')`,
    )
    t.ok(tables.rows.length >= 5)
    for (const { relname } of tables.rows) await inside.query(`LOCK TABLE w1.${relname} IN ${mode} MODE`)
    await inside.query('COMMIT')
    await dropped
    t.equal((await watching.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'w1'`)).rowCount, 0)
  })

await t.test('a drop that is held up is tried again, one that fails is not', async (t) => {
  const held = ['55P03', '40P01']
  const told: unknown[] = []
  const failing = (codes: readonly string[]) => {
    const left = [...codes]
    const query = (): Promise<void> => {
      const code = left.shift()
      if (code === undefined) return Promise.resolve()
      return Promise.reject(Object.assign(new pg.DatabaseError('no', 2, 'error'), { code }))
    }
    const release = (closed?: boolean): void => void told.push(closed ?? 'kept')
    return { connect: () => Promise.resolve({ query, release }) } as unknown as pg.Pool
  }
  await dropSchema(failing(held), '"w1"')
  t.strictSame(told, [true, true, 'kept'], 'each time on a connection of its own')
  await t.rejects(dropSchema(failing([...held, '53100']), '"w1"'), { code: 'UNAVAILABLE' })
  t.equal(told.length, 6)
})

await t.test('a record is never made for a workspace that is going', async (t) => {
  const service = await testService(t)
  const { id } = await service.workspace()
  const records = new pg.Client({ connectionString: service.recordsUrl })
  await records.connect()
  t.teardown(() => records.end())
  await records.query('BEGIN')
  await records.query('DELETE FROM sextant.workspaces WHERE id = $1', [id])
  const asked = changes(id).map(([method, path, body]) => service.call(method, path, { body, workspace: id }))
  const watching = new pg.Client({ connectionString: service.recordsUrl })
  await watching.connect()
  t.teardown(() => watching.end())
  while ((await waitingOn(watching)) < asked.length) continue
  await records.query('COMMIT')
  for (const answer of await Promise.all(asked))
    t.match(answer, { status: 403, body: { error: 'FORBIDDEN' } })
})

await t.test('a deletion that the storage interrupts is finished later', async (t) => {
  let broken = true
  const flaky = {
    name: 'flaky',
    make: (url: string) => {
      const store = createPostgresStore({ connection: { url }, log: silentLog })
      return {
        ...store,
        dropWorkspace: (workspace: Parameters<typeof store.dropWorkspace>[0]) =>
          broken ? Promise.reject(new Error('no such luck')) : store.dropWorkspace(workspace),
      }
    },
  }
  const service = await testService(t, { store: flaky })
  const { id, ingestKey } = await service.workspace()
  const path = `/api/v1/admin/workspaces/${id}`
  const first = await service.call('DELETE', path)
  t.match(first, { status: 503, body: { error: 'UNAVAILABLE' } })
  t.notMatch(JSON.stringify(first.body), /luck/)
  const line = { event: 'e', device_id: 'd' }
  t.equal((await service.call('POST', '/v1/events', { body: line, token: ingestKey })).status, 401)
  t.equal((await service.call('GET', '/api/v1/metrics/dau', { workspace: id })).status, 403)
  t.equal((await service.call('DELETE', path)).status, 503)
  broken = false
  t.equal((await service.call('DELETE', path)).status, 204)
  t.equal((await service.call('DELETE', path)).status, 404)
})
