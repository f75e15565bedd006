import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import {
  aggregate,
  ascending,
  column,
  count,
  equals,
  property,
  scan,
  select,
  ServiceError,
  sort,
  sum,
  text,
  where,
  type AnalyticsStore,
  type Batch,
  type EventRow,
  type JsonObject,
  type Relation,
  type WorkspaceRef,
} from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { insertRows } from '../../storage-adapters/clickhouse/ingest/insert.js'
import { insertTables, type InsertTable } from '../../storage-adapters/clickhouse/ingest/row-format.js'
import { databaseOf } from '../../storage-adapters/clickhouse/cluster/database.js'
import { hashed } from '../../storage-adapters/sql/hashed-rows.js'
import { serverRequests } from '../../storage-adapters/clickhouse/server-requests.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { testEngines } from '../support/engines.js'
import { patience } from '../support/patience.js'
import { silentLog } from '../support/silent-log.js'
import { layoutWithoutBound } from './layout-without-bound.js'
import type { KilledChange } from './test-killed-change.js'
import { askStore } from '../../core/run/ask-store.js'

/** Migrates tables and rows of the version before the bound on property names (ADR 30). */

const limits = { timeMs: patience, memoryBytes: 2_000_000_000, rows: 100_000 }
const newestRecord = /^sextant layout (\d+), finished \1$/
const boundTables = ['context_v1', 'events_v1', 'logs_v1', 'metrics_v1', 'traits_v1']

/** 300 names, ten of them per row, beside frequent ones of every type. */
const propertiesOf = (n: number): JsonObject => ({
  plan: n % 3 === 0 ? 'pro' : 'free',
  total: n % 2 === 0 ? n : n + 0.5,
  big: 9_007_199_254_740_991,
  trial: n % 5 === 0,
  tags: ['a', n, null, { deep: [true] }],
  address: { city: `city ${n % 4}`, at: { zip: n % 7 } },
  'dotted.name': `v${n % 2}`,
  mixed: n % 2 === 0 ? n : String(n),
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`rare ${(n * 10 + i) % 300}`, i % 2 ? n : `r${n % 3}`]),
  ),
})
const eventAt = (n: number, event_name: string): EventRow => ({
  timestamp: Date.UTC(2026, 0, 5) + n,
  event_name,
  device_id: `d${n % 10}`,
  session_id: null,
  user_id: null,
  message_id: `${event_name} ${n}`,
  seq: n,
  context: {},
  properties: propertiesOf(n),
})
const oldRows = Array.from({ length: 300 }, (_, n) => eventAt(n, 'old'))
const batchOf = (events: readonly EventRow[]): Batch => ({
  events,
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})

/** Queries only on the old rows, so that rows arriving meanwhile change no result. */
const old = where(scan('events'), equals(column('event_name'), text('old')))
const by = (name: string): Relation => {
  const groups = { value: property(name, 'label') }
  const measures = { rows: count(), sum: sum(property('total', 'number')) }
  return sort(aggregate(old, groups, measures), [ascending(column('value'))])
}
const plans: readonly Relation[] = [
  ...['plan', 'trial', 'address.city', 'address.at.zip', 'dotted.name', 'mixed', 'rare 7', 'rare 298'].map(
    by,
  ),
  sort(select(old, { seq: column('seq'), properties: column('properties'), device: column('device_id') }), [
    ascending(column('seq')),
  ]),
]
/**
 * As clients do: on a slow machine a connection may close while a request is being sent on it, which is
 * answered 503.
 */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + patience; ;)
    try {
      return await work()
    } catch (error) {
      const isAway = error instanceof ServiceError && error.code === 'UNAVAILABLE'
      if (!isAway || performance.now() > end) throw error
    }
}

const answersOf = async (store: AnalyticsStore, workspace: WorkspaceRef): Promise<readonly unknown[]> => {
  const answers: unknown[] = []
  for (const plan of plans) answers.push(await asked(() => askStore(store, workspace, plan, limits)))
  return answers
}

async function openOld(t: Test) {
  const connection = testEngines().clickhouse
  const client = connect(connection)
  const number = randomInt(1, 2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const sql = async (query: string): Promise<readonly string[]> => {
    const result = await client.query({ query, format: 'JSONCompactEachRow' })
    return (await result.json<[string]>()).map(([value]) => value)
  }
  const stores: AnalyticsStore[] = []
  const open = (): AnalyticsStore => {
    const store = createClickHouseStore({ connection, log: silentLog })
    stores.push(store)
    return store
  }
  t.teardown(async () => {
    await open().dropWorkspace(workspace)
    for (const store of stores) await store.close()
    await client.close()
  })

  await client.command({ query: `CREATE DATABASE w${number}` })
  for (const query of layoutWithoutBound(`w${number}`)) await client.command({ query })
  // Stores parts of some hundred rows like those of millions: with files for each name.
  await client.command({
    query: `ALTER TABLE w${number}.events_v1 MODIFY SETTING min_bytes_for_wide_part = 0`,
  })
  const requests = serverRequests(connection)
  t.teardown(() => {
    requests.close()
  })
  const settings = { inserting: {}, reading: {} }
  const target = { requests, database: databaseOf(workspace, null), settings }
  const table = insertTables.events as InsertTable<unknown>
  for (let from = 0; from < oldRows.length; from += 100)
    await insertRows(target, null, table, await hashed(oldRows.slice(from, from + 100)))

  const memory = createMemoryStore()
  await memory.createWorkspace(workspace)
  await memory.append(workspace, batchOf(oldRows))
  return {
    ...{ connection, client, workspace, open, sql },
    expected: await answersOf(memory, workspace),
    record: async () => (await sql(`SELECT comment FROM system.databases WHERE name = 'w${number}'`)).join(),
    bounded: () =>
      sql(`SELECT name FROM system.tables WHERE database = 'w${number}'
        AND position(engine_full, 'merge_max_dynamic_subcolumns_in_wide_part') > 0 ORDER BY name`),
    files: async () =>
      Number(
        await sql(
          `SELECT max(files) FROM system.parts WHERE active AND database = 'w${number}' AND table = 'events_v1'`,
        ),
      ),
  }
}

t.test('a folder of the version before is brought up to date while it is used', async (t) => {
  const { client, workspace, open, sql, expected, record, bounded, files } = await openOld(t)
  t.strictSame(await bounded(), [])
  t.ok((await files()) > 600, 'each name has files of its own')
  const [store, other] = [open(), open()]
  await Promise.all([store.start([workspace]), other.start([workspace])])
  t.equal(await record(), '', 'a start changes nothing')

  // Queries of two processes from the first moment on, while rows arrive and parts are merged.
  let ended = false
  const asking = [store, other].map(async (one) => {
    let rounds = 0
    do {
      t.strictSame(await answersOf(one, workspace), expected)
      rounds++
    } while (!ended || rounds < 2)
  })
  const added = 15
  try {
    for (let n = 0; n < added; n++) await asked(() => other.append(workspace, batchOf([eventAt(n, 'new')])))
    await client.command({ query: `OPTIMIZE TABLE w${workspace.number}.events_v1 FINAL` })
  } finally {
    ended = true
    await Promise.all(asking)
  }

  t.match(await record(), newestRecord)
  t.strictSame(await bounded(), boundTables)
  const after = await files()
  t.ok(after < 600, `a merge leaves ${after} files`)
  t.strictSame(await answersOf(open(), workspace), expected, 'also in the next process')
  await asked(() => store.append(workspace, batchOf(oldRows.slice(0, 50))))
  t.strictSame(
    await sql(`SELECT toString(count()) FROM w${workspace.number}.events_v1`),
    [String(oldRows.length + added)],
    'what was stored before counts once',
  )
})

t.test('a process that is killed between two tables leaves the rest to the next', async (t) => {
  const { connection, workspace, open, expected, record, bounded } = await openOld(t)
  const program = fileURLToPath(new URL('test-killed-change.js', import.meta.url))
  // Seven tables exist already; the five with names follow.
  const change: KilledChange = { workspace, statements: 9, clickhouse: connection }
  const child = spawn(process.execPath, [program, JSON.stringify(change)], { stdio: 'inherit' })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  t.equal(signal, 'SIGKILL')
  t.equal((await bounded()).length, 2, 'two of five are changed')
  t.equal(await record(), '')
  const store = open()
  await store.start([workspace])
  t.strictSame(await answersOf(store, workspace), expected)
  t.match(await record(), newestRecord)
  t.strictSame(await bounded(), boundTables)
})
