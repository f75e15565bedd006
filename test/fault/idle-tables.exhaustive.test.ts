import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { WorkspaceRef } from '../../contract/index.js'
import { eventually, folder } from '../../storage-adapters/embedded/test-support.js'
import { patience } from '../support/patience.js'
import {
  ask,
  batch,
  exported,
  idleMs,
  left,
  made,
  open,
  sqlBudget,
  storedFiles,
  tablesOfWorkspace,
  type Opened,
} from './idle-support.js'

const day = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000
const limits = { timeMs: patience, memoryBytes: 1e9, rows: 10_000 }

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
  const { store, sql, attached } = opened
  const [exporting, changing] = [await made(opened), await made(opened)]
  const rows = await store.sql!.export(exporting, 'SELECT * FROM events_v1', 'csv', sqlBudget)
  const held = await store.sql!.export(changing, 'SELECT 1', 'csv', sqlBudget)
  await sql(`SYSTEM STOP MERGES w${changing.number}.events_v1`)
  await sql(
    `ALTER TABLE w${changing.number}.events_v1 UPDATE user_id = 'u' WHERE 1 SETTINGS mutations_sync = 0`,
  )
  for await (const piece of held) t.ok(piece.length > 0)
  await pause(idleMs * 10)
  t.equal(await attached(exporting), tablesOfWorkspace, 'an export')
  t.equal(await attached(changing), tablesOfWorkspace, 'a mutation')
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
  t.equal(await second.attached(workspace), tablesOfWorkspace)
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
  for (const one of [used, idle]) t.equal(await second.attached(one), 0)
  t.same(await second.sql('SELECT count() FROM sextant.own'), ['0'], 'other databases are loaded')
  t.same(await ask(second, used), [10, 10])
  await second.engine.restart()
  t.equal(await second.attached(used), tablesOfWorkspace)
  t.equal(await second.attached(idle), 0)
  t.same(await ask(second, used), [10, 10])
  await second.close()

  await t.test('with 0 all are attached at the start', async (t) => {
    const third = await open(directory, 0, false)
    t.teardown(() => third.close())
    await third.store.start([used, idle])
    for (const one of [used, idle]) t.equal(await third.attached(one), tablesOfWorkspace)
  })
})

void t.test('a workspace that is deleted while it is idle leaves no file', async (t) => {
  const directory = folder(t)
  const opened = await open(directory)
  t.teardown(() => opened.close())
  await made(opened)
  const before = storedFiles(directory).length
  const workspace = await made(opened)
  await opened.store.sql!.query(workspace, 'SELECT 1', sqlBudget)
  await left(opened, workspace)
  await opened.store.dropWorkspace(workspace)
  t.equal(storedFiles(directory).length, before)
  await t.rejects(ask(opened, workspace), { code: 'NOT_FOUND' })
})
