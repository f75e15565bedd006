import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  column,
  equals,
  max,
  text,
  type AnalyticsStore,
  type Batch,
  type Relation,
} from '../../../../contract/index.js'
import { askStore } from '../../../../core/run/ask-store.js'
import { rebuilt } from '../../../../test/property/rollups-hold.js'
import { sameRows } from '../../../../test/kit/plans/compare-rows.js'
import { testEngines } from '../../../../test/support/engines.js'
import { patience } from '../../../../test/support/patience.js'
import { silentLog } from '../../../../test/support/silent-log.js'
import { day, from, german, hour, inSession, started } from '../../query/rules/test-started-sessions.js'
import { createMemoryStore } from '../../../memory/store.js'
import { connect } from '../../connection.js'
import { createClickHouseStore } from '../../store.js'
import { upkeep } from './upkeep.js'

const connection = testEngines().clickhouse
const client = connect(connection)
const number = randomInt(2 ** 40)
const workspace = { id: `ws_${number}`, number }
const command = (query: string): Promise<unknown> => client.command({ query })
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }

const opened = (lookMs: number): AnalyticsStore =>
  createClickHouseStore({
    connection,
    log: silentLog,
    personDays: { ...upkeep, lookMs, leastAgeMs: 0, mostOfTime: 1, firstDay: () => from },
  })
/** Builds a snapshot only when it is asked to. */
const store = opened(Infinity)
const rows = createClickHouseStore({ connection, log: silentLog, views: false })
const memory = createMemoryStore()

const named = [inSession, equals(column('event_name'), text('b'))]
const conditional = [inSession, german]
const questions: Readonly<Record<string, Relation>> = {
  'from a midnight': started(),
  'of a later range': started({ from: from + day, to: from + 4 * day }),
  'from an hour': started({ from: from + 5 * hour, to: from + 2 * day }),
  'from an instant': started({ from: from + 5 * hour + 1, to: from + 2 * day }),
  'with a condition': started({ inRange: conditional, before: conditional, present: conditional }),
  'with later events': started({ rowsTo: null, measures: { ended: max(column('timestamp')) } }),
  'of one event': started({ inRange: named, before: named, present: named }),
}

let seq = 0
interface Event {
  readonly session: string
  readonly at: number
  readonly country?: string
}
/** Events at hours since the beginning of the range; every third is called b. */
const batch = (events: readonly Event[]): Batch => ({
  ...{ logs: [], links: [], traits: [], contexts: [], metrics: [] },
  events: events.map(({ session, at, country = 'DE' }) => ({
    timestamp: from + at * hour + (seq % 7),
    event_name: seq % 3 === 0 ? 'b' : 'a',
    device_id: `device of ${session}`,
    session_id: session,
    user_id: null,
    message_id: null,
    seq: seq++,
    context: { country },
    properties: {},
  })),
})

async function append(
  events: readonly Event[],
  stores: readonly AnalyticsStore[] = [store, memory],
): Promise<void> {
  const stored = batch(events)
  for (const one of stores) await one.append(workspace, stored)
}

/** Returns how the answer differs from another store's, or null. */
async function difference(
  relation: Relation,
  { by = store, from: oracle = memory } = {},
): Promise<string | null> {
  const found = await askStore(by, workspace, relation, limits)
  const expected = await askStore(oracle, workspace, relation, limits)
  return expected.length === 0 ? 'no sessions began' : sameRows(found, expected, { ordered: false })
}

/** How the snapshot would answer now. */
async function freshnessOf(relation: Relation, by = store): Promise<unknown> {
  const explained = await by.explain?.(workspace, relation, limits)
  return explained?.views.find(({ name }) => name === 'person_days')?.freshness
}

/** All questions are answered like by the other store, and as expected of the snapshot. */
async function alike(t: Test, freshness: string, oracle: AnalyticsStore = memory): Promise<void> {
  for (const [name, relation] of Object.entries(questions)) {
    t.equal(await freshnessOf(relation), freshness, name)
    t.equal(await difference(relation, { from: oracle }), null, name)
  }
}

/** Asks until the snapshot is built again, which questions bring about. */
async function untilWhole(t: Test, oracle: AnalyticsStore = memory): Promise<void> {
  const by = opened(0)
  t.teardown(() => by.close())
  t.not(await freshnessOf(started(), by), 'whole')
  while ((await freshnessOf(started(), by)) !== 'whole') {
    t.equal(await difference(started(), { by, from: oracle }), null)
    await pause(50)
  }
  t.equal(await difference(started(), { by, from: oracle }), null, 'and then from the snapshot')
}

/** The names of the tables of sessions, newest first. */
async function tables(): Promise<readonly string[]> {
  const query = `SELECT name FROM system.tables WHERE database = 'w${number}' AND startsWith(name, 'person_sessions_') ORDER BY name DESC`
  const found = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<[string]>()
  return found.map(([name]) => `w${number}.${name}`)
}

t.before(() => Promise.all([store, memory].map((one) => one.createWorkspace(workspace))))
t.teardown(async () => {
  await store.dropWorkspace(workspace)
  await Promise.all([store.close(), rows.close(), client.close()])
})

/** Sessions of an hour, some of which go on over a midnight or for days. */
const first = Array.from({ length: 300 }, (_, index): readonly Event[] => {
  const at = (index % 150) - 75
  const session = `session ${index}`
  const country = index % 4 === 0 ? 'AT' : 'DE'
  const ends = index % 10 === 0 ? 24 + (index % 60) : index % 3
  return [0, ends / 2, ends].map((after) => ({ session, at: at + after, country }))
}).flat()

t.test('the snapshot tells which sessions began before a range', async (t) => {
  await append(first)
  await rebuilt(store, workspace)
  await alike(t, 'whole')
})

t.test('newer events are read beside it', async (t) => {
  await append([{ session: 'session 80', at: -40 }])
  await alike(t, 'delta')
  t.comment('a session that is new')
  await append([
    { session: 'new', at: -3 },
    { session: 'new', at: 7 },
    { session: 'newer', at: 8 },
  ])
  await alike(t, 'delta')
  t.comment('one whose earlier event comes last')
  await append([{ session: 'newer', at: 3 }])
  await append([{ session: 'newer', at: -80 }])
  await alike(t, 'delta')
})

t.test('a snapshot with wrong sessions is found', async (t) => {
  const differs = async (): Promise<unknown> =>
    (await store.views?.check(workspace))?.find(({ name }) => name === 'person_days')?.differs
  t.same(await differs(), [], 'beside newer events')
  await rebuilt(store, workspace)
  const [table = ''] = await tables()
  const stored = `SELECT session, '2024-01-02', '2024-02-02' FROM w${number}.events_v1 WHERE device_id = 'device of session 76' LIMIT 1`
  await command(`INSERT INTO ${table} ${stored}`)
  t.same(await differs(), ['2024-01-02'])
  t.not(await difference(started()), null, 'it would be believed')
  await rebuilt(store, workspace)
  t.same(await differs(), [])
  await alike(t, 'whole')
})

t.test('too many newer events are answered from the rows until the snapshot is rebuilt', async (t) => {
  await command(`OPTIMIZE TABLE w${number}.events_v1 FINAL`)
  await append([{ session: 'session 82', at: -41 }])
  await alike(t, 'absent')
  await untilWhole(t)
})

t.test('deleted events and lost tables are noticed', async (t) => {
  await rebuilt(store, workspace)
  await alike(t, 'whole')
  const before = `device_id = 'device of session 80' AND timestamp < fromUnixTimestamp64Milli(${from})`
  await command(`ALTER TABLE w${number}.events_v1 DELETE WHERE ${before} SETTINGS mutations_sync = 1`)
  await alike(t, 'absent', rows)
  await rebuilt(store, workspace)
  await alike(t, 'whole', rows)
  for (const table of await tables()) await command(`DROP TABLE ${table} SYNC`)
  t.equal(await difference(started(), { from: rows }), null)
  t.comment('as by a snapshot of an older version')
  await untilWhole(t, rows)
})
