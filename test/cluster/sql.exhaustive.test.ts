import { randomInt } from 'node:crypto'
import t from 'tap'
import { ServiceError, type Batch } from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { attacks, legitimate } from '../../storage-adapters/clickhouse/sandbox/test-attacks.js'
import { event, link, trait, usual } from '../../storage-adapters/clickhouse/sandbox/test-workspaces.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/silent-log.js'
import { clusterStore, patient, startShards } from '../support/shards.js'

const shards = await startShards(3, { three: 3 })
const store = clusterStore(shards, 'three')
const single = createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog })
const clients = shards.urls.map((url) => connect({ url }))
const numbers = [randomInt(1, 2 ** 40), randomInt(1, 2 ** 40)]
const [own, other] = numbers.map((number) => ({ id: `ws_${number}`, number })) as [
  { id: string; number: number },
  { id: string; number: number },
]
t.teardown(async () => {
  await single.dropWorkspace(own)
  await Promise.all([store, single, ...clients].map((one) => one.close()))
  await shards.stop()
})

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const rows: Batch = {
  ...nothing,
  events: Array.from({ length: 40 }, (_, index) =>
    event(`d${index % 13}`, index % 3 === 0 ? 'buy' : 'open', index * 1_000, {
      plan: index % 2 ? 'pro' : 'free',
    }),
  ),
  links: [0, 3, 5, 8].map((index) => link(`d${index}`, index < 6 ? 'ann' : 'bob')),
  traits: [
    trait('d0', { city: 'Ulm' }),
    trait('d5', { city: 'Bonn', age: 7 }, 1_000),
    trait('d8', { age: 9 }),
  ],
}
await Promise.all([store.createWorkspace(own), single.createWorkspace(own)])
await store.createWorkspace(other)
await Promise.all([store.append(own, rows), single.append(own, rows)])
await store.append(other, { ...nothing, events: [event('foreign-device', 'foreign-event')] })

const { sql } = store
if (sql === undefined || single.sql === undefined) throw new Error('no SQL')
const ofOne = single.sql

/** Repeated while a shard is starting (see test/support/shards.ts). */
const ask = async (text: string): Promise<unknown> => {
  for (let attempt = 1; ; attempt++) {
    const found = await sql.query(own, text, usual).catch((error: unknown) => error)
    if (!(found instanceof ServiceError && found.code === 'UNAVAILABLE') || attempt === 10) return found
    await patient(store).ping()
  }
}
const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

t.test('members get the same rows as from one server', async (t) => {
  const statements = [
    'SELECT event_name, count() FROM events_v1 GROUP BY event_name',
    'SELECT toString(properties.plan) AS plan, uniqExact(device_id) FROM events_v1 GROUP BY plan',
    'SELECT * FROM user_devices',
    'SELECT device_id, user_id, toString(traits.city) FROM user_traits_v1',
    'SELECT user_id, device_id, first_seen, last_seen, events, toString(traits.city), toString(traits.age) FROM users_v1',
    'SELECT user_id, count() FROM events_v1 AS e LEFT JOIN user_devices AS d ON e.device_id = d.device_id GROUP BY user_id',
    'SELECT d.user_id, count() FROM events_v1 JOIN user_devices AS d USING (device_id) GROUP BY d.user_id',
    'SELECT count() FROM events_v1 WHERE device_id IN (SELECT device_id FROM user_devices)',
    "SELECT count() FROM events_v1 WHERE device_id NOT IN (SELECT device_id FROM events_v1 WHERE event_name = 'buy')",
    'SELECT count() FROM events_v1 AS a JOIN events_v1 AS b ON a.device_id = b.device_id',
    'SELECT device_id, n FROM (SELECT device_id, count() AS n FROM events_v1 GROUP BY device_id) WHERE n > (SELECT avg(n) FROM (SELECT count() AS n FROM events_v1 GROUP BY device_id))',
    'SELECT count(), uniqExact(user_id) FROM users_v1',
    'SELECT timestamp, row_number() OVER (PARTITION BY device_id ORDER BY timestamp) FROM events_v1 ORDER BY timestamp LIMIT 7',
    "SELECT event_name FROM events_v1 UNION ALL SELECT user_id FROM user_devices WHERE user_id != ''",
    'SELECT count() FROM events_v1, user_devices',
    ...legitimate.map(({ sql }) => sql).filter((text) => !/now|rand|today|generateUUID/i.test(text)),
  ]
  for (const text of statements) {
    const expected = await ofOne.query(own, text, usual)
    const found = await ask(text)
    if (found instanceof ServiceError) {
      t.match(found.message, /on a cluster/, text)
      t.match(text, /\b(right|full|paste)\b/i, text)
      continue
    }
    const { rows } = found as typeof expected
    // Without an order, any of the rows are the first ones, and any() takes a value of any row.
    if ((/\blimit\b/i.test(text) && !/\border by\b/i.test(text)) || /\bany\(/i.test(text))
      t.equal(rows.length, expected.rows.length, text)
    else t.strictSame(sorted(rows), sorted(expected.rows), text)
  }
})

t.test('joins that shards cannot make are refused', async (t) => {
  for (const join of ['RIGHT', 'FULL', 'ANY RIGHT', 'FULL OUTER', 'SEMI RIGHT', 'PASTE']) {
    const on = join === 'PASTE' ? '' : ' ON a.device_id = d.device_id'
    const found = await ask(`SELECT count() FROM user_devices AS a ${join} JOIN events_v1 AS d${on}`)
    t.match(found, { code: 'VALIDATION_ERROR', message: /not available on a cluster/ }, join)
  }
})

t.test('what is refused on one server is refused on all', async (t) => {
  const asAttacked = attacks.filter(({ expect }) => expect === undefined)
  for (const { sql: text, why } of asAttacked) {
    const found = await ask(text.replaceAll('{other}', `w${other.number}`))
    const said = found instanceof ServiceError ? found.message : JSON.stringify(found)
    if (!(found instanceof ServiceError && found.code === 'VALIDATION_ERROR'))
      t.fail(`${why}: ${text}`, { said })
    if (/foreign|DB::Exception|_shard/.test(said)) t.fail(`${why}: ${text}`, { said })
  }
  t.ok(asAttacked.length > 200, `${asAttacked.length} attacks`)
  for (const table of [
    `w${own.number}_shard.events_v1`,
    `w${other.number}.events_v1`,
    '`.events_v1`',
    '`.all_persons`',
  ])
    t.match(await ask(`SELECT * FROM ${table}`), { code: 'VALIDATION_ERROR' }, table)
  t.match(await ask('SELECT _shard_num FROM events_v1'), { code: 'VALIDATION_ERROR' })
})

t.test('nothing of a workspace is left on any server', async (t) => {
  await patient(store).dropWorkspace(own)
  for (const client of clients) {
    const query = `SELECT name FROM system.databases WHERE match(name, '^(w|r[0-9]+_)${own.number}(_shard)?$')`
    const result = await client.query({ query, format: 'JSONCompactEachRow' })
    t.strictSame(await result.json(), [])
  }
})
