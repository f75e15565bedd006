import type { ClickHouseClient } from '@clickhouse/client'
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { connect } from '../../connection.js'
import { aggregate, bucket, column, count, scan } from '../../../../contract/index.js'
import type { AnalyticsStore, Batch } from '../../../../contract/index.js'
import { testEngines } from '../../../../test/support/engines.js'
import { silentLog } from '../../../../test/support/silent-log.js'
import { createClickHouseStore } from '../../store.js'
import { snapshotGenerations } from '../activity-snapshot/generations.js'
import { differences } from './check.js'
import { singleServer } from '../../cluster/servers.js'
import { rollupState } from './state.js'
import { rollups } from './tables.js'
import { patience } from '../../../../test/support/patience.js'
import { askStore, compileNow } from '../../../../core/run/ask-store.js'

const connection = testEngines().clickhouse
const client = connect(connection)
const store = createClickHouseStore({ connection, log: silentLog })
t.teardown(() => Promise.all([client.close(), store.close()]))

const number = randomInt(2 ** 40)
const workspace = { id: `ws_${number}`, number }
const other = { id: `ws_${number + 1}`, number: number + 1 }
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
const day = 86_400_000
const edges = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2), Date.UTC(2024, 0, 3)]
const daily = aggregate(scan('events'), { bucket: bucket(column('timestamp'), edges) }, { n: count() })
const isRolled = async (one: AnalyticsStore): Promise<boolean> =>
  (await compileNow(one, workspace, daily)).text.includes('mergeTreeProjection')
const ask = async (one: AnalyticsStore): Promise<readonly number[]> =>
  (await askStore(one, workspace, daily, limits)).map(({ n }) => Number(n)).sort()

function batch(from: number, events: number): Batch {
  const rest = { logs: [], links: [], traits: [], contexts: [], metrics: [] }
  return {
    ...rest,
    events: Array.from({ length: events }, (_, index) => ({
      timestamp: edges[0]! + (index % 2) * day + from + index,
      event_name: `event ${index % 3}`,
      device_id: `device ${index % 7}`,
      session_id: null,
      user_id: null,
      message_id: null,
      seq: from + index,
      context: {},
      properties: {},
    })),
  }
}

async function untilReady(one: AnalyticsStore): Promise<void> {
  while (!(await isRolled(one))) await setTimeout(50)
}

t.test('a table without rollups answers from its rows until all parts have them', async (t) => {
  await store.createWorkspace(workspace)
  t.ok(await isRolled(store), 'a new workspace has rollups from the start')
  for (const { name } of rollups)
    await client.command({
      query: `ALTER TABLE w${number}.events_v1 DROP PROJECTION ${name}_1 SETTINGS mutations_sync = 1`,
    })
  await store.append(workspace, batch(0, 100))

  const later = createClickHouseStore({ connection, log: silentLog })
  t.teardown(() => later.close())
  t.notOk(await isRolled(later), 'unknown before the first check')
  t.same(await ask(later), [50, 50])
  await later.prepare([workspace])
  await later.append(workspace, batch(1_000, 60))
  t.same(await ask(later), [80, 80])
  await untilReady(later)
  t.same(await ask(later), [80, 80])
  t.same(
    await later.views?.check(workspace),
    rollups.map(({ name }) => ({ name, built: 1, differs: [] })),
  )
})

t.test('a new process answers from rollups without a preparation', async (t) => {
  const another = createClickHouseStore({ connection, log: silentLog })
  t.teardown(() => another.close())
  await another.start([workspace])
  const { text } = another.compile(workspace, daily)
  t.notOk(text.includes('mergeTreeProjection'), 'without facts the rows answer')
  t.ok(await isRolled(another), 'the first to ask for facts finds them')
  t.same(await ask(another), [80, 80])
})

t.test('answers stay the same during a rebuild, also in other processes', async (t) => {
  const another = createClickHouseStore({ connection, log: silentLog })
  t.teardown(() => another.close())
  await another.prepare([workspace])
  const text = async (one: AnalyticsStore): Promise<string> => (await compileNow(one, workspace, daily)).text
  t.match(await text(another), 'event_slots_1')
  const rebuilt = store.views?.rebuild(workspace)
  t.same(await ask(store), [80, 80])
  await rebuilt
  while (!(await text(store)).includes('event_slots_2')) {
    t.same(await ask(store), [80, 80])
    await setTimeout(50)
  }
  t.same(await ask(store), [80, 80])
  // The generation that the other process knows may be dropped: the question is compiled again and never
  // returns partial data.
  for (let tries = 0; !(await text(another)).includes('event_slots_2'); tries++) {
    t.ok(tries < 500)
    t.same(await ask(another), [80, 80])
    await setTimeout(20)
  }
  t.same(await ask(another), [80, 80])
})

const change = (what: string): Promise<unknown> =>
  client.command({ query: `ALTER TABLE w${number}.events_v1 ${what}` })

t.test('rollups of a former kind are dropped once others answer', async (t) => {
  const names = async (): Promise<readonly string[]> => {
    const query = `SELECT name FROM system.projections WHERE database = 'w${number}' AND table = 'events_v1' ORDER BY name`
    return (await (await client.query({ query, format: 'JSONCompactEachRow' })).json<[string]>()).flat()
  }
  await change('ADD PROJECTION event_hours_3 (SELECT day, count() GROUP BY day)')
  await change('ADD PROJECTION device_hours_own (SELECT day, device, count() GROUP BY day, device)')
  await store.prepare([workspace])
  t.same(
    await names(),
    ['by_event', 'by_message', 'device_hours_own', 'device_slots_2', 'event_slots_2'],
    'an operator’s own stay',
  )
})

t.test('a snapshot waits until older rollups are dropped and no part is being rewritten', async (t) => {
  const counts = rollupState(singleServer(client), silentLog)
  t.teardown(() => counts.close())
  await counts.prepare(workspace)
  const upkeep = { leastRows: 0, mostHeld: 0, firstDay: (now: number) => now }
  const { canBuild } = snapshotGenerations({ servers: singleServer(client), counts, upkeep })
  t.ok(await canBuild(workspace, true))
  await change('ADD PROJECTION event_slots_1 (SELECT day, count() GROUP BY day)')
  t.notOk(await canBuild(workspace, true), 'an older generation')
  t.ok(await canBuild(workspace, false), 'which only a rebuild waits for')
  await change('DROP PROJECTION event_slots_1')
  t.ok(await canBuild(workspace, true))
  await client.command({ query: `SYSTEM STOP MERGES w${number}.events_v1` })
  await change(`DELETE WHERE event_name = 'none' SETTINGS mutations_sync = 0`)
  t.notOk(await canBuild(workspace, true), 'a mutation that is not done')
  await client.command({ query: `SYSTEM START MERGES w${number}.events_v1` })
  while (!(await canBuild(workspace, true))) await setTimeout(20)
})

t.test('a server that failed once is asked again', async (t) => {
  let down = true
  const flaky = {
    query: (asked: Parameters<ClickHouseClient['query']>[0]) =>
      down ? Promise.reject(new Error('down')) : client.query(asked),
    command: (asked: Parameters<ClickHouseClient['command']>[0]) => client.command(asked),
  } as unknown as ClickHouseClient
  const state = rollupState(singleServer(flaky), silentLog)
  await t.rejects(state.prepare(workspace), { message: 'down' })
  t.equal(state.generation(workspace), null)
  down = false
  await state.prepare(workspace)
  t.equal(state.generation(workspace), 2)
  state.close()
})

t.test('no statement alters a table that has its rollups, and a new one is not even read', async (t) => {
  const statements: string[] = []
  const noted = {
    query: (asked: Parameters<ClickHouseClient['query']>[0]) => {
      statements.push(asked.query)
      return client.query(asked)
    },
    command: (asked: Parameters<ClickHouseClient['command']>[0]) => {
      statements.push(asked.query)
      return client.command(asked)
    },
  } as unknown as ClickHouseClient
  const state = rollupState(singleServer(noted), silentLog)
  await state.prepare(workspace)
  t.equal(state.generation(workspace), 2)
  t.notMatch(statements.join(), 'ALTER')
  statements.length = 0
  await state.created(other)
  await state.know(other)
  t.equal(state.generation(other), 1)
  t.same(statements, [])
  state.close()
})

t.test('a differing rollup is found', async (t) => {
  await store.createWorkspace(other)
  await store.append(other, batch(0, 99))
  for (const rollup of rollups) {
    t.same(
      await differences(singleServer(client), { rolled: workspace, rows: workspace, generation: 2 }, rollup),
      [],
    )
    t.same(
      await differences(singleServer(client), { rolled: workspace, rows: other, generation: 2 }, rollup),
      ['2024-01-01', '2024-01-02'],
    )
  }
})

t.test('switched off, the rows answer', async (t) => {
  const without = createClickHouseStore({ connection, log: silentLog, views: false })
  t.teardown(() => without.close())
  t.notOk(await isRolled(without))
  await Promise.all([workspace, other].map((one) => store.dropWorkspace(one)))
})
