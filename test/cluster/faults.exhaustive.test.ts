import { randomInt } from 'node:crypto'
import t, { type Test } from 'tap'
import {
  aggregate,
  column,
  count,
  countDistinct,
  scan,
  type AnalyticsStore,
  type Batch,
  type EventRow,
  type Row,
  type WorkspaceRef,
} from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { cli } from '../../app/cli/test-cli.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { again, clusterStore, patient, startShards } from '../support/shards.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const shards = await startShards(3, { three: 3, two: 2 })
const stores = [0, 1, 2].map((asked) => clusterStore(shards, 'three', { asked }))
const [store, second, third] = stores as [AnalyticsStore, AnalyticsStore, AnalyticsStore]
const clients = shards.urls.map((url) => connect({ url }))
t.teardown(async () => {
  await Promise.all([...stores, ...clients].map((one) => one.close()))
  await shards.stop()
})

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 100_000 }
const noon = Date.UTC(2026, 0, 31, 12)
const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
let seq = 0
const event = (device_id: string, message_id: string | null = null): EventRow => ({
  timestamp: noon,
  event_name: 'open',
  device_id,
  session_id: null,
  user_id: null,
  message_id,
  seq: ++seq,
  context: {},
  properties: { plan: 'pro' },
})
const devices = (from: number, to: number): EventRow[] =>
  Array.from({ length: to - from }, (_, index) => event(`device ${from + index}`))

async function workspace(t: Test, by: AnalyticsStore = store): Promise<WorkspaceRef> {
  const number = randomInt(1, 2 ** 40)
  const made = { id: `ws_${number}`, number }
  await by.createWorkspace(made)
  t.teardown(() => patient(by).dropWorkspace(made))
  return made
}

const add = (by: AnalyticsStore, to: WorkspaceRef, batch: Partial<Batch>): Promise<void> =>
  by.append(to, { ...nothing, ...batch })
const counts = aggregate(
  scan('events'),
  {},
  { events: count(), persons: countDistinct(column('person')), names: countDistinct(column('device_id')) },
)
const ask = (by: AnalyticsStore, of: WorkspaceRef): Promise<readonly Row[]> =>
  askStore(by, of, counts, limits)

const perServer = async (query: string): Promise<readonly number[]> =>
  Promise.all(
    clients.map(async (client) => {
      const result = await client.query({ query, format: 'JSONCompactEachRow' })
      return Number((await result.json<[string]>())[0]?.[0] ?? 0)
    }),
  )

t.test('each shard has a third of the rows and reads no others', async (t) => {
  const of = await workspace(t)
  await add(store, of, { events: devices(0, 30_000) })
  const stored = await perServer(`SELECT count() FROM w${of.number}_shard.events_v1`)
  t.equal(
    stored.reduce((a, b) => a + b),
    30_000,
  )
  for (const rows of stored) t.ok(Math.abs(rows - 10_000) < 600, `${rows} of 30,000 rows`)
  const read = (): Promise<readonly number[]> =>
    perServer(`SELECT sum(value) FROM system.events WHERE event = 'SelectedRows'`)
  // The queried server also counts what the others have read.
  for (const [by, asked] of [
    [second, 1],
    [third, 2],
  ] as const) {
    const before = await read()
    t.match(await ask(by, of), [{ events: 30_000, persons: 30_000 }])
    const after = await read()
    for (const [index, rows] of stored.entries()) {
      const own = (after[index] ?? 0) - (before[index] ?? 0)
      if (index !== asked) t.ok(Math.abs(own - rows) < 600, `server ${index} has read ${own} rows`)
    }
  }
})

t.test('the doctor tells the servers of the cluster, and of one that is down', async (t) => {
  t.same(
    (await second.members?.())?.map(({ shard, version }) => [shard, version.split('.')[0]]),
    [1, 2, 3].map((shard) => [shard, '26']),
  )
  const records = await temporaryDatabase()
  t.teardown(() => records.drop())
  const environment = {
    CLICKHOUSE_CLUSTER: 'three',
    CLICKHOUSE_URL: shards.urls.join(','),
    DATABASE_URL: records.url,
    DATA_DIR: t.testdir(),
  }
  const healthy = await cli(['doctor'], environment)
  t.same([healthy.code, healthy.err], [0, ''])
  t.match(
    healthy.out,
    /^ok {4}cluster: 3 shards on 3 servers, all of which respond \(1 \S+, 2 \S+, 3 \S+\)$/m,
  )
  await shards.kill(2)
  const ill = await cli(['doctor'], environment)
  await shards.start(2)
  t.equal(ill.code, 1)
  t.match(ill.out, /^fail {2}storage: /m)
  t.notMatch(ill.out, /^ok {4}cluster/m)
})

t.test('a person is one over all shards, also by links that come late and by another server', async (t) => {
  const of = await workspace(t)
  await add(store, of, { events: devices(0, 12) })
  t.match(await ask(third, of), [{ events: 12, persons: 12 }])
  const links = devices(0, 9).map(({ device_id }) => ({ timestamp: noon, device_id, user_id: 'ann' }))
  await add(second, of, { links })
  for (const by of stores) t.match(await ask(by, of), [{ events: 12, persons: 4, names: 12 }])
  await add(third, of, { links: [{ timestamp: noon + 1, device_id: 'device 0', user_id: 'bob' }] })
  for (const by of stores) t.match(await ask(by, of), [{ persons: 5 }])
})

t.test('a message counts once, also with another device and by another server', async (t) => {
  const of = await workspace(t)
  const first = devices(0, 9).map((one, index) => ({ ...one, message_id: `m${index}` }))
  await add(store, of, { events: first })
  await add(second, of, { events: first.map((one) => ({ ...one, device_id: `other ${one.device_id}` })) })
  await add(third, of, { events: [...first].reverse() })
  t.match(await ask(store, of), [{ events: 9 }])

  const batch = Array.from({ length: 60 }, (_, index) => event(`d${index}`, `n${index}`))
  await Promise.all(stores.map((by, at) => add(by, of, { events: batch.slice(at * 10, at * 10 + 40) })))
  t.match(await ask(second, of), [{ events: 9 + 60 }], 'processes that write at once take turns')
})

t.test('the version of the data is that of all shards', async (t) => {
  const of = await workspace(t)
  const seen = new Set<string>()
  const isNew = async (what: string): Promise<void> => {
    const versions = await Promise.all(stores.map((by) => by.dataVersion(of)))
    t.notOk(
      versions.some((version) => seen.has(version)),
      what,
    )
    for (const version of versions) seen.add(version)
  }
  await isNew('nothing is stored')
  for (const [index, one] of devices(0, 6).entries()) {
    await add(stores[index % 3]!, of, { events: [one] })
    await isNew(`an event of ${one.device_id}`)
  }
  await add(second, of, { links: [{ timestamp: noon, device_id: 'device 0', user_id: 'ann' }] })
  await isNew('a link')
})

t.test('other shards than those the rows were spread over are refused', async (t) => {
  const of = await workspace(t)
  const fewer = clusterStore(shards, 'two', { servers: 2 })
  const alone = createClickHouseStore({ connection: { url: shards.urls[0] ?? '' }, log: silentLog })
  const incomplete = clusterStore(shards, 'three', { servers: 2 })
  const unknown = clusterStore(shards, 'nowhere')
  t.teardown(() => Promise.all([fewer, alone, incomplete, unknown].map((one) => one.close())))
  await t.rejects(fewer.prepare([of]), { code: 'UNAVAILABLE', message: /were not created for it/ })
  await t.rejects(alone.prepare([of]), { code: 'UNAVAILABLE', message: /CLICKHOUSE_CLUSTER/ })
  await t.rejects(incomplete.ping(), { code: 'UNAVAILABLE', message: /list 3 servers in CLICKHOUSE_URL/ })
  await t.rejects(unknown.ping(), { code: 'UNAVAILABLE', message: /does not know it/ })

  const number = randomInt(1, 2 ** 40)
  const small = { id: 'ws_small', number }
  await alone.createWorkspace(small)
  t.teardown(() => alone.dropWorkspace(small))
  await t.rejects(store.prepare([small]), { code: 'UNAVAILABLE', message: /were not created for it/ })

  // A shard that lost its disk, or a replacement.
  await clients[2]?.command({ query: `TRUNCATE TABLE w${of.number}_shard.shard_places` })
  await t.rejects(store.prepare([of]), { code: 'UNAVAILABLE', message: /was spread over other shards/ })
})

t.test('from two shards to three, as docs/cluster.md says', async (t) => {
  const two = clusterStore(shards, 'two', { servers: 2 })
  t.teardown(() => two.close())
  const of = await workspace(t, two)
  await add(two, of, { events: devices(0, 600) })
  const links = devices(0, 100).map(({ device_id }) => ({ timestamp: noon, device_id, user_id: 'ann' }))
  await add(two, of, { links })
  t.match(await ask(two, of), [{ events: 600, persons: 501 }])

  const db = `w${of.number}`
  const tables = ['events_v1', 'logs_v1', 'traits_v1', 'context_v1', 'metrics_v1', 'device_links']
  for (const client of clients.slice(0, 2)) {
    const run = (query: string): Promise<unknown> => client.command({ query })
    await run(`CREATE DATABASE ${db}_old`)
    for (const table of tables)
      await run(
        `CREATE TABLE ${db}_old.${table} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${db}_shard.${table}`,
      )
    await run(`DROP DATABASE ${db} SYNC`)
    await run(`DROP DATABASE ${db}_shard SYNC`)
  }
  await store.prepare([of])
  for (const table of tables)
    await clients[0]?.command({
      query: `INSERT INTO ${db}.${table} SELECT * FROM cluster('two', ${db}_old.${table}) SETTINGS distributed_foreground_insert = 1`,
    })
  for (const by of stores) t.match(await ask(by, of), [{ events: 600, persons: 501 }])
  const stored = await perServer(`SELECT count() FROM ${db}_shard.events_v1`)
  for (const rows of stored) t.ok(rows > 150 && rows < 250, `${rows} of 600 rows`)
  await add(third, of, { links: [{ timestamp: noon + 1, device_id: 'device 300', user_id: 'ann' }] })
  t.match(await ask(second, of), [{ persons: 500 }])
  for (const client of clients.slice(0, 2)) await client.command({ query: `DROP DATABASE ${db}_old SYNC` })
})

t.test('while a shard is down nothing is half answered, and nothing acknowledged is lost', async (t) => {
  const of = await workspace(t)
  await add(store, of, { events: devices(0, 90) })
  const whole = await ask(store, of)
  await shards.kill(1)
  for (const by of [store, third]) {
    await t.rejects(ask(by, of), { code: 'UNAVAILABLE' })
    await t.rejects(by.properties(of, 'events', { rows: 10, paths: 10 }, limits), { code: 'UNAVAILABLE' })
    await t.rejects(by.ping(), { code: 'UNAVAILABLE' })
    await t.rejects(add(by, of, { events: devices(90, 120) }), { code: 'UNAVAILABLE' })
  }
  const lines = devices(120, 150).map((one, index) => ({ ...one, message_id: `retried ${index}` }))
  await t.rejects(add(store, of, { events: lines }), { code: 'UNAVAILABLE' })
  await shards.start(1)
  // The other engines may end when the killed one drops their connections; the lines have ids.
  for (const by of [store, third]) await again(() => add(by, of, { events: lines }))
  const [row] = await ask(patient(store), of)
  t.ok(Number(row?.['names']) >= 120, 'what was acknowledged, and what was stored of what was not')
  const retried = await askStore(patient(store), of, counts, limits)
  t.same(retried, await ask(patient(third), of), 'every server says the same')
  t.match(whole, [{ events: 90 }])
  await t.rejects(ask(patient(store), { id: 'ws_gone', number: 1 }), { code: 'NOT_FOUND' })
})

t.test('overdue statements are seen and ended on every server', async (t) => {
  const of = await workspace(t)
  const run = (text: string, timeMs: number): Promise<unknown> =>
    third
      .run({ workspace: of, text, parameters: {}, columns: { n: 'int' } }, { ...limits, timeMs })
      .catch((error: unknown) => error)
  const { statements } = store
  if (statements === undefined) throw new Error('the store has a watchdog')
  t.teardown(() => statements.rest())

  // The engine does not check the clock inside of a function.
  const state = { isOver: false }
  const late = run('SELECT length(arraySort(arrayMap(x -> sipHash64(x), range(8000000)))) AS n', 100)
  void late.then(() => (state.isOver = true))
  const seen = async () => (await statements.late()).filter(({ workspace: id }) => id === `w${of.number}`)
  let found = await seen()
  while (!state.isOver && found.length === 0) found = await seen()
  t.match(found, [{ kind: 'question', limitMs: 100 }], 'by a process that asks another server')
  await late

  const endless = run('SELECT toInt64(count()) AS n FROM numbers(1e14) WHERE sipHash64(number) = 7', patience)
  const find = `SELECT query_id FROM system.processes WHERE startsWith(query_id, 'sextant-question-w${of.number}-')`
  let id: string | undefined
  while (id === undefined) {
    const result = await clients[2]!.query({ query: find, format: 'JSONCompactEachRow' })
    id = (await result.json<[string]>())[0]?.[0]
  }
  const one = { id, kind: 'question', account: '', workspace: null, elapsedMs: 0, limitMs: 0 } as const
  await statements.end(one, 'cancel')
  t.match(await endless, { code: 'UNAVAILABLE' })
})
