import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import {
  aggregate,
  and,
  bucket,
  column,
  countDistinct,
  missing,
  not,
  scan,
  where,
  type AnalyticsStore,
  type Batch,
  type Relation,
} from '../../../../contract/index.js'
import { connect } from '../../connection.js'
import { testEngines } from '../../../../test/support/engines.js'
import { silentLog } from '../../../../test/support/silent-log.js'
import { dayMs } from '../../../sql/edges.js'
import { createClickHouseStore } from '../../store.js'
import { patience } from '../../../../test/support/patience.js'
import { askStore } from '../../../../core/run/ask-store.js'

const connection = testEngines().clickhouse
const client = connect(connection)
t.teardown(() => client.close())

const start = Date.UTC(2024, 0, 1)
const edges = [start, start + dayMs, start + 2 * dayMs]
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
const rows = scan('events', start, start + 2 * dayMs)
const perDay = (rows: Relation): Relation =>
  aggregate(
    rows,
    { bucket: bucket(column('timestamp'), edges) },
    { persons: countDistinct(column('person')) },
  )
const daily = perDay(rows)
const identified = perDay(where(rows, and(not(missing(column('user_id'))))))

const number = randomInt(2 ** 40)
const workspace = { id: `ws_${number}`, number }
/** The number of changed devices of each answer from the snapshot. */
const answered: number[] = []
const opened = (leastRows = 50): AnalyticsStore =>
  createClickHouseStore({
    connection,
    log: silentLog,
    personDays: {
      ...{
        leastRows,
        leastUsers: 0,
        mostHeld: Infinity,
        lookMs: 0,
        leastAgeMs: 0,
        mostOfTime: 1,
        worthComparing: 3,
        mostNewer: 1,
        firstDay: () => start,
      },
      answered: (changed) => void answered.push(changed),
    },
  })
const ask = async (store: AnalyticsStore, plan = daily): Promise<readonly number[]> => {
  const rows = await askStore(store, workspace, plan, limits)
  return [...rows]
    .sort((a, b) => Number(a['bucket']) - Number(b['bucket']))
    .map(({ persons }) => Number(persons))
}
/** Asks until the snapshot answers. */
async function kept(store: AnalyticsStore, plan = daily): Promise<readonly number[]> {
  for (;;) {
    const before = answered.length
    const found = await ask(store, plan)
    if (answered.length > before) return found
    await pause(50)
  }
}

const nothing = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
let seq = 0
const batch = (
  day: number,
  devices: readonly string[],
  links: Readonly<Record<string, string>> = {},
): Batch => ({
  ...nothing,
  events: devices.map((device_id) => ({
    timestamp: start + day * dayMs + 1,
    event_name: 'a',
    device_id,
    session_id: null,
    user_id: null,
    message_id: null,
    seq: seq++,
    context: {},
    properties: {},
  })),
  links: Object.entries(links).map(([device_id, user_id]) => ({ timestamp: start, device_id, user_id })),
})
const devices = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `device ${from + index}`)

const store = opened()
t.before(() => store.createWorkspace(workspace))
t.teardown(async () => {
  await store.dropWorkspace(workspace)
  await store.close()
})
const command = (query: string): Promise<unknown> => client.command({ query })
const tables = async (): Promise<readonly string[]> => {
  const query = `SELECT name FROM system.tables WHERE database = 'w${number}' AND startsWith(name, 'person_') ORDER BY name`
  const rows = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<[string]>()
  return rows.map(([name]) => name)
}

t.test('few rows answer for themselves', async (t) => {
  await store.append(workspace, batch(0, devices(0, 20)))
  t.same(await ask(store), [20])
  await pause(500)
  t.same(await ask(store), [20])
  t.same(await tables(), [])
  t.same(answered, [])
})

t.test('many rows are answered from the snapshot, and later ones are counted', async (t) => {
  await store.append(workspace, batch(1, devices(10, 60), { 'device 10': 'ann', 'device 11': 'bob' }))
  t.same(await kept(store), [20, 50])
  t.equal(answered.at(-1), 0, 'nothing has changed')
  t.same(await kept(store, identified), [2, 2], 'also before they were identified')

  await store.append(workspace, batch(0, ['device 50', 'new']))
  t.same(await kept(store), [22, 50], 'late events')
  t.same(await kept(store, identified), [2, 2], 'of no identified person')
  await store.append(workspace, batch(0, [], { 'device 12': 'ann', new: 'ann', 'device 50': 'cid' }))
  t.same(await kept(store), [20, 49], 'late links')
  t.same(await kept(store, identified), [3, 3])
  await store.append(workspace, {
    ...nothing,
    links: [{ timestamp: start + 1, device_id: 'device 10', user_id: 'bob' }],
  })
  t.same(await kept(store), [20, 49], 'a device that now belongs to another person')
  t.ok((answered.at(-1) ?? 0) > 0)
  t.same(await kept(store, identified), [3, 3])
  await store.append(workspace, batch(0, ['device 5']))
  t.same(await kept(store, identified), [3, 3], 'newer rows of no identified person, beside changed ones')
})

t.test('merged parts change nothing', async (t) => {
  await command(`OPTIMIZE TABLE w${number}.events_v1 FINAL`)
  await command(`OPTIMIZE TABLE w${number}.device_links FINAL`)
  t.same(await kept(store), [20, 49])
  t.ok((answered.at(-1) ?? 0) < 10, 'only what is new in them counts as changed')
})

t.test('what comes in after a merge counts, in the same quarter of an hour, too', async (t) => {
  await store.append(workspace, batch(0, ['device 51']))
  t.same(await kept(store), [21, 49])
  await store.append(workspace, batch(1, ['device 1']))
  await command(`OPTIMIZE TABLE w${number}.events_v1 FINAL`)
  t.same(await kept(store), [21, 50], 'merged')
  await store.append(workspace, batch(0, ['device 52']))
  t.same(await kept(store), [22, 50], 'new beside merged ones')
  await command(`OPTIMIZE TABLE w${number}.events_v1 FINAL`)
  t.same(await kept(store), [22, 50], 'merged again')
  const deleted = `ALTER TABLE w${number}.events_v1 DELETE WHERE`
  await command(
    `${deleted} (device_id IN ('device 51', 'device 52') AND day = toDate('2024-01-01')) ` +
      `OR (device_id = 'device 1' AND day = toDate('2024-01-02')) SETTINGS mutations_sync = 1`,
  )
  t.same(await kept(store), [20, 49], 'as before')
})

t.test('deleted rows are not counted', async (t) => {
  await command(
    `ALTER TABLE w${number}.events_v1 DELETE WHERE device_id = 'device 1' SETTINGS mutations_sync = 1`,
  )
  const reports = await store.views?.check(workspace)
  t.ok(
    reports?.every(({ differs }) => differs.length === 0),
    'a snapshot that does not answer reports no differences',
  )
  t.same(await ask(store), [19, 49], 'rows')
  t.same(await kept(store), [19, 49], 'and the snapshot is rebuilt')
  await store.append(workspace, batch(0, ['device 1']))
  t.same(await kept(store), [20, 49])
  await store.append(workspace, batch(40, ['device 1']))
  t.same(await kept(store), [20, 49])
  await command(`ALTER TABLE w${number}.device_links DETACH PARTITION ID 'all'`)
  t.same(await ask(store), [22, 50], 'links')
  await command(`ALTER TABLE w${number}.device_links ATTACH PARTITION ID 'all'`)
  t.same(await ask(store), [20, 49], 'and they are back')
  t.same(await kept(store), [20, 49], 'nothing is built while the next test drops tables')
})

t.test('a new process finds the snapshot, and works without it', async (t) => {
  const other = opened(Infinity)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  t.same(await ask(other), [20, 49])
  t.same(await kept(other), [20, 49])
  for (const name of await tables())
    if (name !== 'person_days_built') await command(`DROP TABLE IF EXISTS w${number}.${name} SYNC`)
  const before = answered.length
  t.same(await ask(other), [20, 49], 'the tables are dropped')
  t.equal(answered.length, before)
})

const rebuilt = async (): Promise<void> => {
  await store.views?.rebuild(workspace)
  while ((await store.views?.check(workspace))?.some(({ built }) => built < 1) === true) await pause(50)
}

t.test('the snapshot is rebuilt on request, and checked', async (t) => {
  const reports = async () =>
    (await store.views?.check(workspace))?.filter(({ name }) => name === 'person_days')
  await rebuilt()
  t.same(await reports(), [{ name: 'person_days', built: 1, differs: [] }])
  t.same(await kept(store), [20, 49])
  const days = (await tables()).filter((name) => /^person_days_\d+$/.test(name)).at(-1)
  await command(`INSERT INTO w${number}.${days} (person, days_0) VALUES (1, 4)`)
  t.same(await reports(), [{ name: 'person_days', built: 1, differs: ['2024-01-02'] }], 'a person too many')
  t.same(await kept(store), [20, 50], 'which would be counted')
  await rebuilt()
  t.same(await reports(), [{ name: 'person_days', built: 1, differs: [] }])
  t.same(await kept(store), [20, 49])
})

t.test('a person keeps the days of devices without new rows', async (t) => {
  // Device 2 has events on the first day only, device 30 on the second.
  await store.append(workspace, batch(0, [], { 'device 2': 'dan', 'device 30': 'dan' }))
  await rebuilt()
  t.same(await kept(store), [20, 49])
  await store.append(workspace, batch(1, ['device 30']))
  t.same(await kept(store), [20, 49], 'a late event of the other device')
  const links = [{ timestamp: start + 1, device_id: 'device 2', user_id: 'eve' }]
  await store.append(workspace, { ...nothing, links })
  t.same(await kept(store), [20, 49], 'a device that now belongs to another person')
  await store.append(workspace, batch(1, ['device 2']))
  t.same(await kept(store), [20, 50], 'who is active on another day')
})
