import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import {
  aggregate,
  bucket,
  column,
  count,
  scan,
  type AnalyticsStore,
  type Batch,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { workspaceDatabases } from '../../storage-adapters/clickhouse/idle-tables.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import {
  makeAccountPoolOptions,
  readerConfiguration,
} from '../../storage-adapters/clickhouse/sandbox/accounts.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { startClickHouse, type RunningEngine } from '../../storage-adapters/embedded/index.js'
import { eventually, folder, log } from '../../storage-adapters/embedded/test-support.js'
import { patience } from '../support/patience.js'
import { silentLog } from '../support/silent-log.js'

const idleMs = 100
const day = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000
const limits = { timeMs: patience, memoryBytes: 1e9, rows: 10_000 }
const sqlBudget = { timeMs: 60_000, memoryBytes: 1e9, rows: 10_000, bytes: 1e8 }
const edges = [day, day + dayMs, day + 2 * dayMs]
const perDay = aggregate(scan('events'), { bucket: bucket(column('timestamp'), edges) }, { n: count() })
const none: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

/** Twenty events with message ids, over two days. */
const batch = (from: number): Batch => ({
  ...none,
  events: Array.from({ length: 20 }, (_, index) => ({
    timestamp: day + ((from + index) % 2) * dayMs + index,
    event_name: 'view',
    device_id: `device ${index % 7}`,
    session_id: `session ${index % 3}`,
    user_id: null,
    message_id: `m${from + index}`,
    seq: from + index,
    context: {},
    properties: { index },
  })),
})

interface Opened {
  readonly engine: RunningEngine
  readonly store: AnalyticsStore
  sql(text: string): Promise<readonly string[]>
  detached(workspace: WorkspaceRef): Promise<number>
  close(): Promise<void>
}

async function open(directory: string, idle = idleMs, unloaded = true): Promise<Opened> {
  const readers = makeAccountPoolOptions()
  const accounts = readerConfiguration(readers)
  const engine = await startClickHouse({
    ...{ directory, log, accounts },
    ...(unloaded && { unloaded: workspaceDatabases }),
  })
  const { url, user, password } = engine
  const connection = { url, user, password, readers }
  const store = createClickHouseStore({ connection, log: silentLog, idleMs: idle })
  const client = connect(connection)
  const sql = async (text: string): Promise<readonly string[]> => {
    if (!text.startsWith('SELECT')) {
      await client.command({ query: text })
      return []
    }
    const result = await client.query({ query: text, format: 'JSONCompactEachRow' })
    return (await result.json<[unknown]>()).map(([value]) => String(value))
  }
  return {
    engine,
    store,
    sql,
    detached: async ({ number }) =>
      Number((await sql(`SELECT count() FROM system.detached_tables WHERE database = 'w${number}'`))[0]),
    async close() {
      await store.close()
      await client.close()
      await engine.stop()
    },
  }
}

const tablesOfWorkspace = 7

/** Waits until all tables are detached. */
const left = ({ detached }: Opened, workspace: WorkspaceRef): Promise<true> =>
  eventually('detached tables', async () => (await detached(workspace)) >= tablesOfWorkspace)

let number = 0
async function made({ store }: Opened): Promise<WorkspaceRef> {
  const workspace = { id: `ws_${++number}`, number }
  await store.createWorkspace(workspace)
  await store.append(workspace, batch(0))
  return workspace
}

const ask = async ({ store }: Opened, workspace: WorkspaceRef): Promise<readonly number[]> =>
  (await store.run(store.compile(workspace, perDay), limits)).map(({ n }) => Number(n)).sort()

async function exported({ store }: Opened, workspace: WorkspaceRef): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of await store.sql!.export(
    workspace,
    'SELECT count() FROM events_v1',
    'csv',
    sqlBudget,
  ))
    pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const uses: Readonly<Record<string, (opened: Opened, workspace: WorkspaceRef) => Promise<unknown>>> = {
  question: ask,
  // An engine that loads a part may read a different second as its modification time: the version then
  // differs.
  'data version': async ({ store }, workspace) =>
    (await store.dataVersion(workspace)) === (await store.dataVersion(workspace)),
  properties: ({ store }, workspace) =>
    store.properties(workspace, 'events', { rows: 100, paths: 100 }, limits),
  recall: ({ store }, workspace) =>
    store.recall!(workspace, {
      sessions: [{ device_id: 'device 1', from: day, to: day + dayMs }],
      contexts: [],
    }),
  contexts: ({ store }, workspace) => store.hasContexts!(workspace),
  SQL: async ({ store }, workspace) =>
    (await store.sql!.query(workspace, 'SELECT count(), uniq(device_id) FROM events_v1', sqlBudget)).rows,
  'SQL over users': async ({ store }, workspace) =>
    (await store.sql!.query(workspace, 'SELECT count(), sum(events) FROM users_v1', sqlBudget)).rows,
  export: exported,
  'the check of rollups': ({ store }, workspace) => store.views!.check(workspace),
  'repeated messages': async (opened, workspace) => {
    await opened.store.append(workspace, batch(0))
    return ask(opened, workspace)
  },
  preparation: async (opened, workspace) => {
    await opened.store.prepare([workspace])
    return ask(opened, workspace)
  },
}

void t.test('each use of idle tables attaches them and answers the same', async (t) => {
  const opened = await open(folder(t))
  t.teardown(() => opened.close())
  const workspace = await made(opened)
  for (const [name, use] of Object.entries(uses)) {
    const before = await use(opened, workspace)
    await left(opened, workspace)
    t.same(await use(opened, workspace), before, name)
  }

  await left(opened, workspace)
  await opened.store.append(workspace, batch(100))
  t.same(await ask(opened, workspace), [20, 20], 'rows are stored')
  await left(opened, workspace)
  await opened.store.views!.rebuild(workspace)
  await eventually('rollups', async () => {
    const reports = await opened.store.views!.check(workspace)
    return reports.every(({ built, differs }) => built === 1 && differs.length === 0)
  })

  await left(opened, workspace)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(opened, workspace)))
  for (const answer of answers) t.same(answer, [20, 20], 'twenty questions at once')
})

void t.test('tables in use stay attached', async (t) => {
  const opened = await open(folder(t))
  t.teardown(() => opened.close())
  const { store, sql, detached } = opened
  const [exporting, changing] = [await made(opened), await made(opened)]
  const rows = await store.sql!.export(exporting, 'SELECT * FROM events_v1', 'csv', sqlBudget)
  const held = await store.sql!.export(changing, 'SELECT 1', 'csv', sqlBudget)
  await sql(`SYSTEM STOP MERGES w${changing.number}.events_v1`)
  await sql(
    `ALTER TABLE w${changing.number}.events_v1 UPDATE user_id = 'u' WHERE 1 SETTINGS mutations_sync = 0`,
  )
  for await (const piece of held) t.ok(piece.length > 0)
  await pause(idleMs * 10)
  t.equal(await detached(exporting), 0, 'an export')
  t.equal(await detached(changing), 0, 'a mutation')
  for await (const piece of rows) t.ok(piece.length > 0)
  await left(opened, exporting)
  await sql(`SYSTEM START MERGES w${changing.number}.events_v1`)
  await left(opened, changing)
  t.same(await ask(opened, changing), [10, 10])
})

void t.test('an engine that is killed at any moment loses nothing', async (t) => {
  const opened = await open(folder(t))
  t.teardown(() => opened.close())
  const { engine, store } = opened
  const workspace = await made(opened)
  let rows = 20
  for (let delay = 0; delay < 60; delay += 10) {
    // Half of the kills hit the detaching, the others the attaching.
    if (delay % 20 === 0) await left(opened, workspace)
    const asked = store.append(workspace, batch(rows)).catch(() => undefined)
    await pause(delay)
    process.kill(engine.pid, 'SIGKILL')
    await asked
    await eventually('an answer', async () => {
      await store.append(workspace, batch(rows))
      return true
    })
    rows += 20
    t.same(await ask(opened, workspace), [rows / 2, rows / 2])
  }
})

void t.test('a half of the tables is detached', async (t) => {
  const directory = folder(t)
  const first = await open(directory)
  const workspace = await made(first)
  await first.close()
  const second = await open(directory, idleMs, false)
  t.teardown(() => second.close())
  t.equal(await second.detached(workspace), 0)
  for (const table of ['events_v1', 'writers', 'logs_v1'])
    await second.sql(`DETACH TABLE w${workspace.number}.${table} PERMANENTLY`)
  await second.store.start([workspace])
  t.same(await ask(second, workspace), [10, 10])
})

void t.test('a start loads no tables, and a restart those in use', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  const [used, idle] = [await made(first), await made(first)]
  await first.sql('CREATE TABLE sextant.own (n UInt8) ENGINE = MergeTree ORDER BY n')
  await first.close()
  const second = await open(directory, patience)
  await second.store.start([used, idle])
  for (const one of [used, idle]) t.equal(await second.detached(one), tablesOfWorkspace)
  t.same(await second.sql('SELECT count() FROM sextant.own'), ['0'], 'other databases are loaded')
  t.same(await ask(second, used), [10, 10])
  await second.engine.restart()
  t.equal(await second.detached(used), 0)
  t.equal(await second.detached(idle), tablesOfWorkspace)
  t.same(await ask(second, used), [10, 10])
  await second.close()

  await t.test('with 0 all are attached at the start', async (t) => {
    const third = await open(directory, 0, false)
    t.teardown(() => third.close())
    await third.store.start([used, idle])
    for (const one of [used, idle]) t.equal(await third.detached(one), 0)
  })
})

void t.test('a workspace that is deleted while it is idle leaves no file', async (t) => {
  const directory = folder(t)
  const opened = await open(directory)
  t.teardown(() => opened.close())
  const files = (): readonly string[] =>
    readdirSync(join(directory, 'data/store'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.split('/').length === 2,
    )
  await made(opened)
  const before = files().length
  const workspace = await made(opened)
  await opened.store.sql!.query(workspace, 'SELECT 1', sqlBudget)
  await left(opened, workspace)
  await opened.store.dropWorkspace(workspace)
  t.equal(files().length, before)
  await t.rejects(ask(opened, workspace), { code: 'NOT_FOUND' })
})
