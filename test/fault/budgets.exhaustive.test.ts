import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  aggregate,
  column,
  count,
  countDistinct,
  join,
  literal,
  math,
  scan,
  select,
  sort,
  spine,
  sum,
  type AnalyticsStore,
  type Relation,
} from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import type { TestServer } from '../support/engine-addresses.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { askStore } from '../../core/run/ask-store.js'

/** The number of the store's own queries that the engine is running, observed from outside. */
type Working = () => Promise<number>

const pairs = (size: number): Relation => join('inner', spine('a', size), spine('b', size), [])
/** Far more work than any budget here: 10^11 pairs. */
const endless = aggregate(pairs(330_000), {}, { n: countDistinct(math('*', column('a'), column('b'))) })
const rows = (n: number): Relation => select(sort(spine('a', n), []), { a: column('a') })
const limits = { timeMs: 20_000, memoryBytes: 1_000_000_000, rows: 1_000 }

async function budgets(t: Test, name: string, store: AnalyticsStore, working: Working): Promise<void> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await store.createWorkspace(workspace)
  t.teardown(() => store.dropWorkspace(workspace))
  const run = (plan: Relation, own = {}, signal?: AbortSignal) =>
    askStore(store, workspace, plan, { ...limits, ...own }, signal)

  await t.test(`${name}: a query over its time ends as TIMEOUT, and the next one is answered`, async (t) => {
    await t.rejects(run(endless, { timeMs: 300 }), { code: 'TIMEOUT', status: 504, message: /QUERY_TIMEOUT/ })
    t.same(await run(rows(2)), [{ a: 0 }, { a: 1 }])
  })

  await t.test(`${name}: an answer over its rows is refused, one just inside is whole`, async (t) => {
    await t.rejects(run(rows(1_001)), { code: 'VALIDATION_ERROR' })
    t.equal((await run(rows(1_000))).length, 1_000)
  })

  await t.test(`${name}: a query that nobody waits for is stopped in the engine`, async (t) => {
    const client = new AbortController()
    const asked = run(endless, {}, client.signal)
    const ended = asked.then(
      () => 'answered',
      () => 'stopped',
    )
    while ((await working()) === 0) await wait(20)
    client.abort()
    t.equal(await ended, 'stopped')
    // A timeout of the test itself ends this loop if the engine continues.
    while ((await working()) > 0) await wait(20)
    t.pass('the engine is idle')
  })

  await t.test(`${name}: short queries are answered beside a long one`, async (t) => {
    const client = new AbortController()
    const long = run(endless, {}, client.signal).catch(() => 'stopped')
    for (let index = 0; index < 20; index++)
      t.same(await run(aggregate(scan('events'), {}, { n: count() })), [{ n: 0 }])
    client.abort()
    t.equal(await long, 'stopped')
  })
}

const { clickhouse } = testEngines()

t.test('ClickHouse', async (t) => {
  const store = createClickHouseStore({ connection: clickhouse, log: silentLog })
  const { url, user: username = '', password = '' } = clickhouse
  const outside = connect({ url, user: username, password })
  t.teardown(async () => {
    await store.close()
    await outside.close()
  })
  await budgets(t, 'ClickHouse', store, async () => {
    const found = await outside.query({
      query: `SELECT count() AS n FROM system.processes WHERE query LIKE '%uniqExact%' AND query NOT LIKE '%system.processes%'`,
      format: 'JSONEachRow',
    })
    const [row] = await found.json<{ n: string }>()
    return Number(row?.n)
  })
  await t.test('ClickHouse: a query over its memory ends as TIMEOUT', async (t) => {
    const number = randomInt(2 ** 40)
    const workspace = { id: 'ws', number }
    await store.createWorkspace(workspace)
    const own = { ...limits, memoryBytes: 20_000_000 }
    await t.rejects(askStore(store, workspace, endless, own), {
      code: 'TIMEOUT',
      message: /QUERY_MEMORY/,
    })
    await store.dropWorkspace(workspace)
  })
  await t.test('ClickHouse: groups that outgrow their part of the memory go to the disk', async (t) => {
    const number = randomInt(2 ** 40)
    const workspace = { id: 'ws', number }
    await store.createWorkspace(workspace)
    const side = 2_000
    const own = math('+', math('*', column('a'), literal(side, 'int')), column('b'))
    const each = aggregate(pairs(side), { own }, { rows: count() })
    const all = aggregate(each, {}, { groups: count(), rows: sum(column('rows')) })
    const answer = await askStore(store, workspace, all, { ...limits, memoryBytes: 150_000_000 })
    t.same(answer, [{ groups: side ** 2, rows: side ** 2 }])
    await store.dropWorkspace(workspace)
  })
})

t.test('Postgres', async (t) => {
  const database = await temporaryDatabase()
  const store = createPostgresStore({ connection: { url: database.url }, log: silentLog })
  t.teardown(async () => {
    await store.close()
    await database.drop()
  })
  await budgets(t, 'Postgres', store, async () => {
    const [row] = await database.sql(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE starts_with(application_name, 'sextant-analytics')
       AND datname = current_database() AND state = 'active' AND query LIKE '%DISTINCT%'`,
    )
    return Number(row?.['n'])
  })
})

t.test('a server that is not there is UNAVAILABLE', async (t) => {
  const nowhere: TestServer = { url: 'http://127.0.0.1:1' }
  const stores = [
    createClickHouseStore({ connection: nowhere, log: silentLog }),
    createPostgresStore({ connection: { url: 'postgres://nobody@127.0.0.1:1/none' }, log: silentLog }),
  ]
  const workspace = { id: 'ws_1', number: 1 }
  const nothing = { logs: [], links: [], traits: [], contexts: [], metrics: [] }
  const event = {
    timestamp: 1,
    event_name: 'e',
    device_id: 'd',
    session_id: null,
    user_id: null,
    message_id: 'm',
    seq: 1,
    context: {},
    properties: {},
  }
  for (const store of stores) {
    await t.rejects(store.ping(), { code: 'UNAVAILABLE' }, `${store.engine}: ping`)
    await t.rejects(askStore(store, workspace, rows(1), limits), { code: 'UNAVAILABLE' })
    await t.rejects(store.append(workspace, { ...nothing, events: [event] }), { code: 'UNAVAILABLE' })
    await store.close()
  }
})
