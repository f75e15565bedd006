import { randomInt, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
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
} from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { serverRequests } from '../../storage-adapters/clickhouse/server-requests.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { insertRows } from '../../storage-adapters/clickhouse/ingest/insert.js'
import { insertTables, type InsertTable } from '../../storage-adapters/clickhouse/ingest/row-format.js'
import { hashed } from '../../storage-adapters/sql/hashed-rows.js'
import { databaseOf } from '../../storage-adapters/clickhouse/cluster/database.js'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { createWriterLeases, insertName } from '../../storage-adapters/clickhouse/ingest/writer-lease.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
const now = Date.UTC(2024, 0, 31, 12)
const day = 86_400_000
const empty: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

const event = (id: string | null, timestamp = now): EventRow => ({
  timestamp,
  event_name: 'e',
  device_id: 'd',
  session_id: null,
  user_id: null,
  message_id: id,
  seq: randomInt(2 ** 40),
  context: {},
  properties: {},
})
const eventsOf = (ids: readonly (string | null)[]): Batch => ({
  ...empty,
  events: ids.map((id) => event(id)),
})

const eventTable = insertTables.events as InsertTable<unknown>

interface Appends {
  /** Another process's store over the same workspaces. */
  readonly another: () => AnalyticsStore
  readonly store: AnalyticsStore
  readonly workspace: { readonly id: string; readonly number: number }
  total(source?: 'events' | 'logs' | 'traits' | 'metrics'): Promise<unknown>
}

async function openAppends(t: Test, make: () => AnalyticsStore): Promise<Appends> {
  const stores: AnalyticsStore[] = []
  const another = (): AnalyticsStore => {
    const store = make()
    stores.push(store)
    return store
  }
  const store = another()
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await store.createWorkspace(workspace)
  t.teardown(async () => {
    await store.dropWorkspace(workspace)
    for (const one of stores) await one.close()
  })
  return {
    another,
    store,
    workspace,
    async total(source = 'events') {
      const plan = aggregate(scan(source), {}, { n: count() })
      const [row] = await askStore(store, workspace, plan, limits)
      return row?.['n']
    },
  }
}

const clickhouse = (): AnalyticsStore =>
  createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog })

async function overServers(name: string, run: (t: Test, fixture: Appends) => Promise<void>): Promise<void> {
  await t.test(`ClickHouse: ${name}`, async (t) => run(t, await openAppends(t, clickhouse)))
  await t.test(`Postgres: ${name}`, async (t) => {
    const database = await temporaryDatabase()
    const make = () => createPostgresStore({ connection: { url: database.url }, log: silentLog })
    t.teardown(() => database.drop())
    await run(t, await openAppends(t, make))
  })
}

await overServers('what several processes are sent at once counts once', async (t, fixture) => {
  const { another, store, workspace, total } = fixture
  const ids = Array.from({ length: 400 }, () => randomUUID())
  const lane = async (own: AnalyticsStore, lane: number): Promise<void> => {
    for (let round = 0; round < 6; round++) {
      // Windows over the ids that overlap those of all others, each in a different order.
      const from = (lane * 53 + round * 67) % (ids.length - 120)
      const turn = (lane * 31 + round * 7) % 120
      const window = ids.slice(from, from + 120)
      const part = [...window.slice(turn), ...window.slice(0, turn)]
      if (lane % 2 === 1) part.reverse()
      await own.append(workspace, eventsOf([...part, null]))
      if (round === lane) await own.append(workspace, eventsOf(ids))
    }
  }
  await Promise.all([store, another(), another(), another()].map(lane))
  t.equal(await total(), ids.length + 4 * 6, 'each message once, and what has no id as often as it was sent')
  const plan = aggregate(scan('events'), {}, { seqs: countDistinct(column('seq')) })
  t.same(await askStore(store, workspace, plan, limits), [{ seqs: ids.length + 24 }])
})

await overServers('what one process stores side by side counts once', async (t, fixture) => {
  const { store, workspace, total } = fixture
  const ids = Array.from({ length: 300 }, () => randomUUID())
  await Promise.all(
    Array.from({ length: 9 }, (_, n) => store.append(workspace, eventsOf(ids.slice(n * 30, n * 30 + 60)))),
  )
  t.equal(await total(), ids.length)
})

await overServers('a repetition a day later counts once, also after a restart', async (t, fixture) => {
  const { another, store, workspace, total } = fixture
  const ids = ['a', 'b', 'c']
  await store.append(workspace, eventsOf(ids))
  for (const later of [1, day - 1, day, day + 3_600_000, 2 * day])
    await another().append(workspace, { ...empty, events: ids.map((id) => event(id, now + later)) })
  t.equal(await total(), 3, 'a server that gives the time itself gives a later one')
  await another().append(workspace, { ...empty, events: [event('d', now - 300 * day), event('a')] })
  await another().append(workspace, { ...empty, events: [event('d', now - 300 * day), event('a')] })
  t.equal(await total(), 4, 'an import of old events keeps their own times')
})

await overServers('a repetition of many messages counts once', async (t, fixture) => {
  const { another, store, workspace, total } = fixture
  // More than ClickHouse looks up in two parameters of one query; each of the second batch but one is stored.
  const ids = Array.from({ length: 25_001 }, () => randomUUID())
  await store.append(workspace, eventsOf(ids))
  await another().append(workspace, eventsOf(['new', ...ids.toReversed()]))
  t.equal(await total(), ids.length + 1)
})

const whole: Batch = {
  ...eventsOf(['m', null]),
  links: [{ timestamp: now, device_id: 'd', user_id: 'u' }],
  traits: [{ timestamp: now, device_id: 'd', message_id: 'm', seq: 1, traits: { plan: 'pro' } }],
  contexts: [
    {
      timestamp: now,
      device_id: 'd',
      session_id: null,
      message_id: 'm',
      seq: 2,
      context: {},
      properties: {},
    },
  ],
  logs: [
    {
      timestamp: now,
      level: 'info',
      service: null,
      source: null,
      message: { message: 'x' },
      session_id: null,
      message_id: 'm',
      seq: 3,
    },
  ],
}

await t.test('ClickHouse: what ended between two inserts is completed by the retry', async (t) => {
  const { another, store, workspace, total } = await openAppends(t, clickhouse)
  const { url, user, password } = testEngines().clickhouse
  const client = connect({ url, user: user ?? '', password: password ?? '' })
  t.teardown(() => client.close())
  const events = (change: string) =>
    client.command({ query: `ALTER TABLE w${workspace.number}.events_v1 ${change}` })
  await store.append(workspace, { ...empty, logs: whole.logs })
  await events('ADD CONSTRAINT none CHECK 0')
  const request = { ...whole, events: [event('m')] }
  await t.rejects(store.append(workspace, request))
  t.equal(await total('traits'), 1, 'the first of them is done')
  await events('DROP CONSTRAINT none')
  t.equal(await total(), 0)
  await Promise.all([store.append(workspace, request), another().append(workspace, request)])
  t.same([await total(), await total('traits'), await total('logs')], [1, 1, 1])
})

await t.test('ClickHouse: a message beside one that fails is not taken for stored', async (t) => {
  const { store, workspace, total } = await openAppends(t, clickhouse)
  const { url, user, password } = testEngines().clickhouse
  const client = connect({ url, user: user ?? '', password: password ?? '' })
  t.teardown(() => client.close())
  const query = `ALTER TABLE w${workspace.number}.events_v1 ADD CONSTRAINT none CHECK event_name != 'bad'`
  await client.command({ query })
  const bad = store.append(workspace, {
    ...empty,
    events: [event('m'), { ...event('n'), event_name: 'bad' }],
  })
  const beside = [eventsOf(['m', 'o']), eventsOf(['p'])].map((batch) => store.append(workspace, batch))
  await t.rejects(bad)
  await Promise.all(beside)
  t.equal(await total(), 3, 'm, o and p')
})

await t.test(
  'ClickHouse: an insert that still runs is waited for, one that comes late is refused',
  async (t) => {
    const { another, store, workspace, total } = await openAppends(t, clickhouse)
    const database = `w${workspace.number}`
    const { url, user, password } = testEngines().clickhouse
    const client = connect({ url, user: user ?? '', password: password ?? '' })
    t.teardown(() => client.close())
    // The insert of a process that has died: its last bytes are still in transit.
    const body = new Readable({ read: () => undefined })
    const name = `${insertName(databaseOf(workspace, null))}of-the-dead`
    const insert = client.exec({
      query: `INSERT INTO ${database}.events_v1 (timestamp, event_name, device_id, seq, message) SELECT * FROM input('a DateTime64(3), b String, c String, d Int64, e UInt64') FORMAT JSONCompactEachRow`,
      query_id: name,
      values: body,
    })
    // The engine starts once it has 256 KB of a statement.
    body.push(`[${now},"e","d",1,0]\n`.repeat(20_000) + `[${now},"e","d",1,`)
    const running = async (): Promise<boolean> => {
      const query = `SELECT count() AS n FROM system.processes WHERE query_id = '${name}'`
      const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: string }>()
      return Number(row?.n) > 0
    }
    while (!(await running())) await pause(10)
    let stored = false
    const appended = another()
      .append(workspace, eventsOf(['n']))
      .then(() => (stored = true))
    const turnTaken = async (): Promise<boolean> => {
      const query = `SELECT count() AS n FROM ${database}.writers`
      const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: string }>()
      return Number(row?.n) > 0
    }
    while (!(await turnTaken())) await pause(10)
    await pause(300)
    t.notOk(stored, 'not before the other has ended')
    // The hash of the message n.
    body.push('8902374405288272100]\n')
    body.push(null)
    await finished((await insert).stream.resume())
    await appended
    t.equal(await total(), 20_001, 'what it stored is seen')

    const place = databaseOf(workspace, null)
    const lost = await createWriterLeases(singleServer(client)).of(place)
    await store.append(workspace, eventsOf(['n', 'o']))
    t.equal(await total(), 20_002)
    const requests = serverRequests({ url, user: user ?? '', password: password ?? '' })
    t.teardown(() => {
      requests.close()
    })
    const late = insertRows(
      { requests, database: place, settings: { inserting: {}, reading: {} } },
      lost,
      eventTable,
      await hashed([event('p')]),
    )
    await t.rejects(late, { code: '395' }, 'of a turn that is over nothing is taken')
    t.equal(await total(), 20_002)
  },
)
