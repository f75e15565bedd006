import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import {
  aggregate,
  bucket,
  column,
  count,
  countDistinct,
  scan,
  select,
  type AnalyticsStore,
  type Row,
} from '../../../../contract/index.js'
import { askStore } from '../../../../core/run/ask-store.js'
import { batchDay, devices, eventsOf, linked } from '../../../../test/support/device-batches.js'
import { testEngines } from '../../../../test/support/engines.js'
import { patience } from '../../../../test/support/patience.js'
import { silentLog } from '../../../../test/support/silent-log.js'
import { dayMs } from '../../../sql/edges.js'
import { connect } from '../../connection.js'
import type { ClickHouseFacts } from '../../facts.js'
import { createClickHouseStore } from '../../store.js'
import type { PersonMap } from './map.js'

const events = scan('events', batchDay, batchDay + dayMs)
const persons = { persons: countDistinct(column('person')) }
const daily = aggregate(
  events,
  { bucket: bucket(column('timestamp'), [batchDay, batchDay + dayMs]) },
  persons,
)
const perPerson = select(aggregate(events, { who: column('person') }, { n: count() }), { n: column('n') })

const connection = testEngines().clickhouse
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 10_000 }
const number = randomInt(2 ** 40)
const workspace = { id: `ws_${number}`, number }
const opened = (leastAgeMs: number, leastUsers = 2, mostHeld = Infinity): AnalyticsStore => {
  const often = { lookMs: 0, leastAgeMs, mostOfTime: 1, worthComparing: 3, mostNewer: 1 }
  const personDays = { leastRows: 20, leastUsers, mostHeld, ...often, firstDay: () => batchDay }
  return createClickHouseStore({ connection, log: silentLog, personDays })
}
const store = opened(Infinity)
const client = connect(connection)
t.before(() => store.createWorkspace(workspace))
t.teardown(async () => {
  await store.dropWorkspace(workspace)
  await Promise.all([store.close(), client.close()])
})

const mapOf = async (store: AnalyticsStore): Promise<PersonMap | null> =>
  ((await store.facts?.(workspace)) as ClickHouseFacts).persons
const ask = (store: AnalyticsStore): Promise<readonly Row[]> => askStore(store, workspace, perPerson, limits)

/** Asks until a map answers that was built after this generation. */
async function newer(store: AnalyticsStore, generation: number): Promise<PersonMap> {
  for (;;) {
    await ask(store)
    const map = await mapOf(store)
    if (map !== null && map.generation > generation) return map
    await pause(50)
  }
}

t.test('a question on persons has the map built, which outlasts the days of its generation', async (t) => {
  await store.append(workspace, eventsOf(devices(0, 30)))
  await store.append(workspace, linked('ann', devices(0, 3)))
  await store.append(workspace, linked('bob', devices(3, 4)))
  const map = await newer(store, 0)
  t.match(map, { users: 2, mapped: 2 })
  t.equal((await ask(store)).length, 28)

  await store.append(workspace, eventsOf(devices(100, 300)))
  await client.command({
    query: `ALTER TABLE w${number}.events_v1 DELETE WHERE device_id = 'device 29' SETTINGS mutations_sync = 1`,
  })
  const [day] = await askStore(store, workspace, daily, limits)
  t.equal(Number(day?.['persons']), 227)
  t.equal(((await store.facts?.(workspace)) as ClickHouseFacts).snapshot, null, 'events below it are deleted')
  t.equal(await mapOf(store), map)
  await store.append(workspace, eventsOf(devices(29, 30)))
  await store.append(workspace, linked('bob', devices(100, 110)))
  t.equal((await ask(store)).length, 218, 'with later links')
})

t.test('the map is compared with the links', async (t) => {
  const other = opened(0)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  const days = async (): Promise<readonly string[]> => {
    const reports = await other.views?.check(workspace)
    return reports?.find(({ name }) => name === 'person_days')?.differs ?? ['no report']
  }
  await other.views?.rebuild(workspace)
  while ((await other.views?.check(workspace))?.some(({ built }) => built < 1) === true) await pause(50)
  const { generation = 0 } = (await mapOf(other)) ?? {}
  t.same(await days(), [])
  const table = `w${number}.person_map_${generation}`
  await client.command({
    query: `INSERT INTO ${table} SELECT sipHash64('device 20'), person FROM ${table} LIMIT 1`,
  })
  t.same(await days(), ['2024-01-01'], 'a device that is not linked')
  await client.command({ query: `TRUNCATE TABLE ${table}` })
  t.same(await days(), ['2024-01-01'], 'devices less')
  await other.views?.rebuild(workspace)
  while ((await other.views?.check(workspace))?.some(({ built }) => built < 1) === true) await pause(50)
  t.same(await days(), [])
})

const heldTables = async (): Promise<readonly string[]> => {
  const query = `SELECT name FROM system.tables WHERE database = 'w${number}' AND engine = 'Join'`
  const result = await client.query({ query, format: 'JSONEachRow' })
  return (await result.json<{ name: string }>()).map(({ name }) => name)
}
/** Asks until the map is held in memory. */
async function held(store: AnalyticsStore): Promise<PersonMap> {
  for (;;) {
    await ask(store)
    const map = await mapOf(store)
    if (map?.held === true) return map
    await pause(50)
  }
}

t.test('the map is held in memory, and read from there', async (t) => {
  const other = opened(Infinity)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  const map = await held(other)
  const table = `person_held_${map.generation}`
  t.same(await heldTables(), [table], 'older generations are released')
  t.equal((await ask(other)).length, 218)
  const wrong = `INSERT INTO w${number}.${table} SELECT sipHash64('device 20'), toUInt64(5)`
  await client.command({ query: wrong })
  t.equal((await ask(other)).length, 218, 'a device of its own has another key')
  const two = `INSERT INTO w${number}.${table} SELECT sipHash64(concat('device ', toString(number))), toUInt64(5) FROM numbers(20, 3)`
  await client.command({ query: two })
  t.equal((await ask(other)).length, 216, 'read from memory: two persons less')

  await client.command({ query: `TRUNCATE TABLE w${number}.${table}` })
  t.equal((await ask(other)).length, 218, 'empty, as after a restart of the engine')
  t.equal((await mapOf(other))?.held ?? false, false)
  t.match(await held(other), { generation: map.generation }, 'held again')
  t.equal((await ask(other)).length, 218)
  await client.command({ query: `DROP TABLE w${number}.${table}` })
  t.equal((await ask(other)).length, 218, 'gone')
  t.match(await held(other), { generation: map.generation })
})

t.test('what is held is compared with the map', async (t) => {
  const other = opened(Infinity)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  const { generation } = await held(other)
  const table = `w${number}.person_held_${generation}`
  await client.command({ query: `TRUNCATE TABLE ${table}` })
  await client.command({
    query: `INSERT INTO ${table} SELECT device, person + 1 FROM w${number}.person_map_${generation} UNION ALL SELECT toUInt64(0), toUInt64(1)`,
  })
  const reports = await other.views?.check(workspace)
  t.same(reports?.find(({ name }) => name === 'person_days')?.differs, ['2024-01-01'])
  await client.command({ query: `TRUNCATE TABLE ${table}` })
})

t.test('a map that is too large is joined as it is stored', async (t) => {
  const other = opened(Infinity, 2, 1)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  for (let times = 0; times < 5; times++) t.equal((await ask(other)).length, 218)
  t.match(await mapOf(other), { held: false })
})

t.test('few users are read from the links', async (t) => {
  const other = opened(Infinity, 3)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  await askStore(other, workspace, daily, limits)
  t.equal(await mapOf(other), null)
  t.equal((await ask(other)).length, 218)
})

t.test('the map is built again after many links, and where it cannot tell persons', async (t) => {
  const other = opened(0)
  t.teardown(() => other.close())
  await other.prepare([workspace])
  const first = await newer(other, 0)
  await other.append(workspace, eventsOf(devices(1_000, 1_600)))
  await other.append(workspace, linked('cid', devices(1_000, 1_600)))
  t.equal((await ask(other)).length, 219)
  const second = await newer(other, first.generation)
  t.match(second, { users: 3, mapped: 2 + 10 + 599 })

  await other.append(workspace, linked('dan', devices(2_000, 24_000)))
  t.equal((await ask(other)).length, 219, 'more new links than are compared')
  const third = await newer(other, second.generation)
  t.match(third, { users: 4 })
  t.equal((await ask(other)).length, 219)
})
