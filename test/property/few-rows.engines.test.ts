import { randomInt } from 'node:crypto'
import t from 'tap'
import {
  aggregate,
  ascending,
  column,
  count,
  countDistinct,
  descending,
  equals,
  last,
  max,
  missing,
  not,
  scan,
  select,
  sort,
  text,
  where,
  type AnalyticsStore,
  type Batch,
  type Relation,
} from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { testEngines } from '../support/engines.js'
import { testStores } from '../support/stores.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const day = 86_400_000
const from = Date.UTC(2026, 0, 5)

const event = (time: number, device_id: string, seq: number): Batch['events'][number] => ({
  timestamp: from + time,
  event_name: 'e',
  device_id,
  session_id: `s ${device_id}`,
  user_id: null,
  message_id: null,
  seq,
  context: {},
  properties: {},
})
const link = (timestamp: number, device_id: string, user_id: string): Batch['links'][number] => ({
  timestamp,
  device_id,
  user_id,
})

/**
 * Each is an insert of its own, so that the links of a device are in several parts; the latest comes neither
 * first nor last.
 */
const batches: readonly Partial<Batch>[] = [
  { links: [link(1, 'a', 'early'), link(1, 'b', 'user of two')] },
  { links: [link(3, 'a', 'user of two'), link(2, 'c', 'z')] },
  { links: [link(2, 'a', 'late'), link(2, 'c', 'y')] },
  // Two indistinguishable rows, a device without a link, and links of devices without events.
  { events: [event(9, 'a', 1), event(9, 'a', 1), event(8, 'nobody', 2), event(7, 'c', 3)] },
  { events: [event(6 + day, 'b', 4), event(day, 'nobody', 5), event(5, 'a', 6), event(4, 'nobody', 7)] },
  { links: [link(9, 'x', 'elsewhere'), link(9, '', 'nobody')] },
]

const time = column('timestamp')
const events = scan('events', from, from + 3 * day)
const shown = { device_id: column('device_id'), user_id: column('user_id'), timestamp: time }
const newest = [descending(time)]
const lastOf = (name: string) => last(column(name), time, column('seq'))
const groups = (rows: Relation, by: string): Relation =>
  aggregate(
    rows,
    { group: column(by) },
    { device: lastOf('device_id'), user: lastOf('user_id'), seen: max(time), n: count() },
  )
const page = (relation: Relation, limit: number): Relation => {
  const columns = Object.fromEntries(['device', 'user', 'seen', 'n'].map((name) => [name, column(name)]))
  return sort(select(relation, columns), [descending(column('seen')), ascending(column('device'))], limit)
}
const present = not(missing(column('session')))

/** Pages with the number of rows they return. */
const pages: readonly (readonly [string, Relation, number])[] = [
  ['the newest rows', sort(select(events, shown), newest, 5), 5],
  ['rows further down', sort(select(events, shown), newest, 3, 2), 3],
  [
    'whose the newest rows are',
    aggregate(
      sort(select(events, { timestamp: time, person: column('person') }), newest, 6),
      {},
      { persons: countDistinct(column('person')) },
    ),
    1,
  ],
  [
    'rows of one device',
    sort(select(where(events, equals(column('device_id'), text('a'))), shown), newest, 9),
    3,
  ],
  ['no row', sort(select(where(events, equals(column('device_id'), text('x'))), shown), newest, 9), 0],
  [
    'the rows of a group of the newest',
    aggregate(sort(events, newest, 6), { user: column('user_id') }, { n: count() }),
    3,
  ],
  ['the newest person', page(groups(events, 'person'), 1), 1],
  ['persons of several devices', page(groups(events, 'person'), 2), 2],
  ['sessions', page(groups(where(events, present), 'session'), 3), 3],
]

t.test('few rows have the latest link of their devices, each once', async (t) => {
  const { memory, clickhouse, postgres, duckdb, close } = await testStores()
  const client = connect(testEngines().clickhouse)
  t.teardown(() => Promise.all([close(), client.close()]))
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const stores: readonly AnalyticsStore[] = [memory, clickhouse, postgres, duckdb]
  t.teardown(() => Promise.all(stores.map((store) => store.dropWorkspace(workspace))))
  for (const store of stores) await store.createWorkspace(workspace)
  const links = `w${number}.device_links`
  await client.command({ query: `SYSTEM STOP MERGES ${links}` })
  for (const batch of batches)
    for (const store of stores) await store.append(workspace, { ...nothing, ...batch })
  const stored = await client.query({
    query: `SELECT count() - uniqExact(device) AS more FROM ${links}`,
    format: 'JSONEachRow',
  })
  t.match(await stored.json(), [{ more: 3 }], 'the engine has several links of a device')

  const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
  for (const [name, plan, size] of pages) {
    const ask = (store: AnalyticsStore) => askStore(store, workspace, plan, limits)
    const expected = await ask(memory)
    t.equal(expected.length, size, name)
    for (const store of [clickhouse, postgres, duckdb])
      t.equal(sameRows(await ask(store), expected), null, `${store.engine}: ${name}`)
  }
})
