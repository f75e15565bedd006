import pg from 'pg'
import t from 'tap'
import { lifecycle, scan, type Batch } from '../../../../contract/index.js'
import { askStore, compileNow } from '../../../../core/run/ask-store.js'
import { patience } from '../../../../test/support/patience.js'
import {
  ask,
  batch,
  check,
  day,
  edges,
  event,
  isRolled,
  openViews,
  same,
  schema,
  untilRolled,
  workspace,
} from '../../../../test/support/postgres-views.js'
import { keyRanges, lateEvents, mostAtOnce } from './late.js'
import { deviceDays } from './tables.js'

t.test('a change of links moves the days of their devices', async (t) => {
  const { store, rows, sql } = await openViews(t)
  const links = `${schema}.device_links`
  const link = (device: string, user: string): string =>
    `('${device}', sextant_functions.device_key('${device}'), '${user}', sextant_functions.user_key('${user}'), 1)`
  const insert = `INSERT INTO ${links} (device_id, device, user_id, actor, linked_ms) VALUES`
  const statements: Readonly<Record<string, readonly [text: string, persons: number]>> = {
    'new links': [`${insert} ${link('device 1', 'ann')}, ${link('device 2', 'bob')}`, 5],
    'a link of a device without events': [`${insert} ${link('device 9', 'ann')}`, 5],
    'other users': [
      `UPDATE ${links} SET user_id = 'bob', actor = sextant_functions.user_key('bob') WHERE user_id = 'ann' AND device_id <> 'device 1'`,
      5,
    ],
    'another device': [
      `UPDATE ${links} SET device_id = 'device 3', device = sextant_functions.device_key('device 3') WHERE device_id = 'device 2'`,
      5,
    ],
    'a deleted link': [`DELETE FROM ${links} WHERE device_id = 'device 5'`, 6],
    'links and events of one transaction': [
      `BEGIN; ${insert} ${link('device 0', 'ann')}; DELETE FROM ${schema}.events_v1 WHERE device_id = 'device 4'; COMMIT`,
      4,
    ],
    'no links': [`TRUNCATE ${links}`, 6],
  }
  for (const [name, [statement, persons]] of Object.entries(statements)) {
    await sql(statement)
    const answer = await ask(store)
    t.same(answer, await ask(rows), name)
    t.same(answer[1], [persons, persons, persons, persons], `${name}: persons`)
    t.same(await check(store), same, name)
  }
  // A batch links a device that has events, and has the first events of a linked device.
  const late: Batch = {
    ...batch(6_000, 7),
    links: ['device 1', 'device 11'].map((device_id) => ({ device_id, user_id: 'ann', timestamp: 1 })),
  }
  const events = [...late.events, ...edges.slice(0, -1).map((start) => event(start, 4))].map((one, at) =>
    at % 7 === 0 ? { ...one, device_id: 'device 11' } : one,
  )
  await store.append(workspace, { ...late, events })
  t.same(await ask(store), await ask(rows))
  t.same(await check(store), same)
})

t.test('large batches are counted once no more are expected', async (t) => {
  const { store, rows, url, sql } = await openViews(t)
  const late = async (): Promise<number> => (await sql(`SELECT FROM ${schema}.late_days`)).length
  /** Events of three days and 300 new devices. */
  const large = (from: number): Promise<void> => {
    const all = batch(from, mostAtOnce / 2, edges.slice(0, 3))
    const events = all.events.map((one) => ({ ...one, device_id: `device ${from + (one.seq % 300)}` }))
    return store.append(workspace, { ...all, events })
  }
  const answers = async (name: string): Promise<void> => void t.same(await ask(store), await ask(rows), name)

  /** As if the last batch had come long ago. */
  const age = (): Promise<unknown> => sql(`UPDATE ${schema}.late_days SET since = since - interval '1 hour'`)

  await large(10_000)
  t.equal(await late(), 3)
  await answers('a statement that finds days missing is answered by the rollup')
  t.notOk(await isRolled(store))
  const [report] = (await store.views?.check(workspace))?.slice(-1) ?? []
  t.match(report, { name: deviceDays, built: 1 / 4, differs: [] })
  // Small batches, links and deletions of such days are counted at once.
  await store.append(workspace, batch(20_000, 3))
  await sql(`DELETE FROM ${schema}.events_v1 WHERE device_id = 'device 3'`)
  await sql(`DELETE FROM ${schema}.device_links WHERE device_id = 'device 6'`)
  t.equal(await late(), 3)
  await answers('still')
  await age()
  await untilRolled(store)
  t.equal(await late(), 0)
  await answers('counted')
  t.same(await check(store), same)

  // Another batch comes while the first is counted: after its last range, before its days are removed from the list.
  await large(30_000)
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>
  client.query = (async (text: string, values?: unknown[]) => {
    if (text.startsWith('DELETE')) await large(40_000)
    return query(text, values)
  }) as typeof client.query
  await lateEvents.count(client, schema, () => true)
  t.equal(await late(), 3, 'its days are left')
  await age()
  await untilRolled(store)
  await answers('after both')
  t.same(await check(store), same)

  await large(60_000)
  await age()
  await store.views?.rebuild(workspace)
  await untilRolled(store)
  t.same(await check(store), same, 'a rebuild counts them too')
})

t.test('persons of earlier blocks of days are not new', async (t) => {
  const { store, rows } = await openViews(t)
  const [start = 0] = edges
  // Another block: its rows are not among those of the periods.
  await store.append(workspace, batch(9_000, 3, [start - 20 * day]))
  const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
  // Three devices were there, but not on the day before: they are resurrected.
  const late = lifecycle(scan('events', null, edges.at(-1)), {
    edges: [start, start + day],
    before: { from: start - day, to: start },
  })
  const found = await askStore(store, workspace, late, limits)
  t.same(
    found.map(({ state, persons }) => [state, persons]).sort(),
    (await askStore(rows, workspace, late, limits)).map(({ state, persons }) => [state, persons]).sort(),
  )
  t.ok(found.some(({ state }) => state === 'resurrected'))
  t.match((await compileNow(store, workspace, late)).text, 'device_days')
})

t.test('ranges of keys cover all keys once', (t) => {
  for (const count of [0, 1, 2, 3, 7]) {
    const ranges = keyRanges(count)
    t.equal(ranges.length, Math.max(1, count))
    t.equal(ranges[0]?.[0], -(2n ** 63n))
    t.equal(ranges.at(-1)?.[1], 2n ** 63n - 1n)
    for (const [at, [first, last]] of ranges.entries()) {
      t.ok(first <= last)
      t.equal(ranges[at + 1]?.[0] ?? 2n ** 63n, last + 1n)
    }
  }
  t.end()
})
