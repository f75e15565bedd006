import { randomInt } from 'node:crypto'
import pg from 'pg'
import t, { type Test } from 'tap'
import type { AnalyticsStore, Batch, WorkspaceRef } from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { gaugePoint } from '../support/gauge-point.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'

/** A cached result is returned again under the same version, so every change must create a new one. */

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const at = { timestamp: Date.UTC(2026, 0, 5), device_id: 'd', message_id: null, seq: 1 }
const event = {
  ...at,
  event_name: 'e',
  session_id: null,
  user_id: null,
  context: {},
  properties: { a: 1 },
}
/** A change of each kind of rows, and of the rows of another month. */
const changes: Readonly<Record<string, Partial<Batch>>> = {
  event: { events: [event] },
  'the same event': { events: [event] },
  'an event of another month': { events: [{ ...event, timestamp: Date.UTC(2025, 5, 1) }] },
  link: { links: [{ timestamp: 1, device_id: 'd', user_id: 'u' }] },
  'a later link': { links: [{ timestamp: 2, device_id: 'd', user_id: 'v' }] },
  traits: { traits: [{ ...at, traits: { plan: 'pro' } }] },
  context: { contexts: [{ ...at, session_id: null, context: { os: 'mac' }, properties: {} }] },
  log: {
    logs: [
      {
        timestamp: at.timestamp,
        level: 'info',
        service: null,
        source: null,
        message: { message: 'm' },
        session_id: null,
        message_id: null,
        seq: 1,
      },
    ],
  },
  metric: {
    metrics: [gaugePoint(at.timestamp, 1)],
  },
}

const newWorkspace = (): WorkspaceRef => {
  const number = randomInt(1, 2 ** 40)
  return { id: `ws_${number}`, number }
}

/** `stores`: the stores of several processes over one engine. */
async function everyChange(
  t: Test,
  stores: readonly [AnalyticsStore, AnalyticsStore],
): Promise<WorkspaceRef> {
  const [one, other] = stores
  const workspace = newWorkspace()
  const elsewhere = newWorkspace()
  await one.createWorkspace(workspace)
  await one.createWorkspace(elsewhere)
  const seen = new Set([await one.dataVersion(workspace)])
  const still = await one.dataVersion(elsewhere)
  for (const [name, batch] of Object.entries(changes)) {
    await other.append(workspace, { ...nothing, ...batch })
    const version = await one.dataVersion(workspace)
    t.notOk(seen.has(version), name)
    seen.add(version)
  }
  t.equal(await one.dataVersion(elsewhere), still, 'the data of others is not touched')
  await other.dropWorkspace(elsewhere)
  await t.rejects(one.dataVersion(elsewhere), { code: 'NOT_FOUND' }, 'a workspace that is gone has none')
  return workspace
}

/** Each of these changes the version; reading twice does not. */
async function byHand(
  t: Test,
  store: AnalyticsStore,
  workspace: WorkspaceRef,
  works: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [name, work] of Object.entries(works)) {
    const before = await store.dataVersion(workspace)
    await work()
    t.not(await store.dataVersion(workspace), before, name)
  }
}

t.test('memory', async (t) => {
  const store = createMemoryStore()
  const workspace = await everyChange(t, [store, store])
  const version = await store.dataVersion(workspace)
  t.equal(await store.dataVersion(workspace), version)
  await store.dropWorkspace(workspace)
  await store.createWorkspace(workspace)
  for (const batch of Object.values(changes)) {
    t.not(await store.dataVersion(workspace), version)
    await store.append(workspace, { ...nothing, ...batch })
  }
})

t.test('ClickHouse', async (t) => {
  const connection = testEngines().clickhouse
  const stores = [
    createClickHouseStore({ connection, log: silentLog }),
    createClickHouseStore({ connection, log: silentLog }),
  ] as const
  const client = connect(connection)
  t.teardown(() => Promise.all([...stores, client].map((one) => one.close())))
  const workspace = await everyChange(t, stores)
  t.teardown(() => stores[0].dropWorkspace(workspace))
  const table = `w${workspace.number}.events_v1`
  const run = (query: string) => () =>
    client.command({ query, clickhouse_settings: { mutations_sync: '1', lightweight_deletes_sync: '1' } })

  // A merge changes the version. The other tables have one part.
  const merging = [table, `w${workspace.number}.device_links`]
  for (const one of merging) await run(`SYSTEM STOP MERGES ${one}`)()
  const version = await stores[0].dataVersion(workspace)
  t.equal(await stores[0].dataVersion(workspace), version)
  t.equal(await stores[1].dataVersion(workspace), version, 'every process reads the same')
  for (const one of merging) await run(`SYSTEM START MERGES ${one}`)()
  await byHand(t, stores[0], workspace, {
    'rows deleted': run(`DELETE FROM ${table} WHERE toYear(timestamp) = 2025`),
    'rows changed': run(`ALTER TABLE ${table} UPDATE user_id = 'x' WHERE 1`),
    'a month dropped': run(`ALTER TABLE ${table} DROP PARTITION 202601`),
    'rows inserted': run(`INSERT INTO ${table} (timestamp, event_name, device_id) VALUES (now(), 'e', 'd')`),
    'a table emptied': run(`TRUNCATE TABLE w${workspace.number}.device_links`),
  })
})

t.test('Postgres', async (t) => {
  const database = await temporaryDatabase()
  const connection = { url: database.url }
  const stores = [
    createPostgresStore({ connection, log: silentLog }),
    createPostgresStore({ connection, log: silentLog }),
  ] as const
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  t.teardown(async () => {
    await Promise.all([...stores.map((store) => store.close()), client.end()])
    await database.drop()
  })
  const workspace = await everyChange(t, stores)
  const schema = `w${workspace.number}`
  const run = (text: string) => () => client.query(text)
  const version = await stores[0].dataVersion(workspace)
  t.equal(await stores[0].dataVersion(workspace), version)
  await run(`BEGIN; DELETE FROM ${schema}.events_v1; ROLLBACK`)()
  t.equal(await stores[1].dataVersion(workspace), version, 'what was taken back is no change')
  await run(`BEGIN; DELETE FROM ${schema}.traits_v1; DELETE FROM ${schema}.logs_v1`)()
  t.equal(await stores[0].dataVersion(workspace), version, 'nor is what nobody can see yet')
  await byHand(t, stores[0], workspace, {
    'it can be seen': run('COMMIT'),
    'rows deleted': run(`DELETE FROM ${schema}.events_v1 WHERE day < '2026-01-01'`),
    'rows changed': run(`UPDATE ${schema}.events_v1 SET user_id = 'x'`),
    'links changed': run(`UPDATE ${schema}.device_links SET user_id = 'x'`),
    'a month detached': run(`ALTER TABLE ${schema}.events_v1 DETACH PARTITION ${schema}.events_v1_202506`),
    'a month dropped': run(`DROP TABLE ${schema}.events_v1_202601`),
    'a table emptied': run(`TRUNCATE ${schema}.metrics_v1`),
  })

  // As in a workspace created by an older version of the service.
  await run(
    `DROP TRIGGER data_changed ON ${schema}.events_v1; DROP TABLE ${schema}.data_version; COMMENT ON SCHEMA ${schema} IS NULL`,
  )()
  await t.rejects(stores[0].dataVersion(workspace))
  await stores[1].prepare([workspace])
  await stores[1].prepare([workspace])
  await byHand(t, stores[0], workspace, {
    'an event': () => stores[1].append(workspace, { ...nothing, events: [event] }),
  })
})
