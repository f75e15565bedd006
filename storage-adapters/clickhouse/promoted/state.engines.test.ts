import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import {
  aggregate,
  count,
  property,
  scan,
  sum,
  type AnalyticsStore,
  type Batch,
  type JsonValue,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { testEngines } from '../../../test/support/engines.js'
import { patience } from '../../../test/support/patience.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { usual } from '../sandbox/test-workspaces.js'
import { compileQuery } from '../query/compile-query.js'
import { connect } from '../connection.js'
import { singleServer } from '../cluster/servers.js'
import { createClickHouseStore } from '../store.js'
import { columnNameOf } from './columns.js'
import { promotionRules, type PromotionRules } from './decide.js'
import { promotedTables } from './tables.js'
import { askStore, compileNow, runCompiled } from '../../../core/run/ask-store.js'

const connection = testEngines().clickhouse
const client = connect(connection)
const tables = promotedTables(singleServer(client))
/** Every question triggers a check, and one read is enough to promote. */
const eager: PromotionRules = { ...promotionRules(4), asks: 1, events: 0, lookMs: 0, busyMs: 0 }
const open = (rules: Partial<PromotionRules> = {}): AnalyticsStore =>
  createClickHouseStore({ connection, log: silentLog, promotion: { ...eager, ...rules } })
const stores: AnalyticsStore[] = []
const opened = (rules: Partial<PromotionRules> = {}): AnalyticsStore => {
  const store = open(rules)
  stores.push(store)
  return store
}
t.teardown(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await client.close()
})

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
const values: readonly JsonValue[] = ['pro', 1, 1.5, true, null, [1, 'a'], { in: 'side' }, '1', 'true', '']

function batch(from: number): Batch {
  const rest = { logs: [], links: [], traits: [], contexts: [], metrics: [] }
  const event = (seq: number, properties: Record<string, JsonValue>) => ({
    timestamp: Date.UTC(2024, 0, 1) + seq,
    event_name: 'view',
    device_id: `device ${seq % 3}`,
    session_id: null,
    user_id: null,
    message_id: null,
    seq,
    context: {},
    properties,
  })
  const events = values.map((plan, index) => event(from + index, { plan, 'a.b': index, amount: index / 4 }))
  return { ...rest, events: [...events, event(from + 90, {})] }
}

const byPlan = aggregate(scan('events'), { plan: property('plan', 'label') }, { n: count() })
const byText = aggregate(scan('events'), { plan: property('plan', 'text') }, { n: count() })
const byBoolean = aggregate(scan('events'), { plan: property('plan', 'boolean') }, { n: count() })
const total = aggregate(scan('events'), {}, { n: sum(property('plan', 'number')) })
const dotted = aggregate(scan('events'), {}, { n: sum(property('a.b', 'number')) })
const plans = [byPlan, byText, byBoolean, total]

const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()
const isPromoted = async (store: AnalyticsStore, workspace: WorkspaceRef, plan: Relation): Promise<boolean> =>
  (await compileNow(store, workspace, plan)).text.includes('property_')
const ask = async (store: AnalyticsStore, workspace: WorkspaceRef, plan: Relation) =>
  sorted(await askStore(store, workspace, plan, limits))

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20)
}

/** Asks the question until a promoted column answers it. */
const untilPromoted = (store: AnalyticsStore, workspace: WorkspaceRef, plan: Relation): Promise<void> =>
  until(async () => {
    await ask(store, workspace, plan)
    return isPromoted(store, workspace, plan)
  })

async function columnsOf(workspace: WorkspaceRef): Promise<readonly string[]> {
  const { columns, former } = await tables.read(workspace)
  return [...columns.map(({ key }) => key), ...former].sort()
}

async function made(store: AnalyticsStore): Promise<WorkspaceRef> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await store.createWorkspace(workspace)
  await store.append(workspace, batch(0))
  return workspace
}

t.test('answers are the same with and without promoted columns, for every JSON value', async (t) => {
  const store = opened()
  const plainly = async (plan: Relation) => sorted(await store.run(compileQuery(workspace, plan), limits))
  const workspace = await made(store)
  await client.command({
    query:
      `INSERT INTO w${workspace.number}.events_v1 (timestamp, device_id, properties, seq) ` +
      `SELECT now64(3, 'UTC'), '', '{"plan":9007199254740993}'::JSON, 99`,
  })
  const before = await Promise.all(plans.map(plainly))
  for (const plan of plans) await untilPromoted(store, workspace, plan)
  t.same(await Promise.all(plans.map((plan) => ask(store, workspace, plan))), before)
  await store.append(workspace, batch(100))
  for (const plan of plans) {
    t.ok(await isPromoted(store, workspace, plan), 'still answered from the column')
    t.same(await ask(store, workspace, plan), await plainly(plan), 'events stored since')
  }
  t.match(before[0]?.join(), '9007199254740993')
  await store.dropWorkspace(workspace)
})

t.test('members see the columns that they saw before', async (t) => {
  const store = opened()
  const workspace = await made(store)
  const seen = async () => {
    const answer = await store.sql?.query(workspace, 'SELECT * FROM events_v1 LIMIT 1', usual)
    return answer?.columns.map(({ name }) => name)
  }
  const before = await seen()
  t.ok(before?.includes('properties'))
  await untilPromoted(store, workspace, byPlan)
  t.same(await seen(), before)
  const name = columnNameOf(key('plan', 'label')) ?? ''
  await t.rejects(async () => store.sql?.query(workspace, `SELECT ${name} FROM events_v1`, usual), {
    code: 'VALIDATION_ERROR',
  })
  await store.dropWorkspace(workspace)
})

t.test('another process finds the columns, and a fifth exceeds the maximum', async (t) => {
  const store = opened()
  const workspace = await made(store)
  for (const plan of plans) await untilPromoted(store, workspace, plan)
  const later = opened({ asks: Infinity })
  await untilPromoted(later, workspace, byPlan)
  for (let i = 0; i < 3; i++) await ask(store, workspace, dotted)
  t.equal((await columnsOf(workspace)).length, 4)
  t.equal(await isPromoted(store, workspace, dotted), false)
  await store.dropWorkspace(workspace)
})

t.test('the least recently read column is replaced once it is idle', async (t) => {
  const workspace = await made(opened())
  await tables.add(workspace, column(key('plan', 'label'), 19_000), null)
  await tables.add(workspace, column(key('amount', 'number'), 18_000), null)
  const store = opened({ most: 2 })
  await untilPromoted(store, workspace, dotted)
  t.same(await columnsOf(workspace), [key('plan', 'label'), key('a.b', 'number')].sort())
  await opened().dropWorkspace(workspace)
})

t.test('a column that was added and never filled is filled', async (t) => {
  const workspace = await made(opened())
  await tables.add(workspace, column(key('plan', 'label'), 20_000), null)
  const [{ whole } = { whole: true }] = (await tables.read(workspace)).columns
  t.equal(whole, false)
  await untilPromoted(opened({ asks: Infinity }), workspace, byPlan)
  await opened().dropWorkspace(workspace)
})

t.test('a question compiled for a dropped column is answered', async (t) => {
  const store = opened()
  const workspace = await made(store)
  const before = await ask(store, workspace, byPlan)
  await untilPromoted(store, workspace, byPlan)
  const compiled = { query: await compileNow(store, workspace, byPlan), plan: byPlan }
  await until(async () => !(await tables.read(workspace)).columns.some(({ busy }) => busy))
  await tables.drop(workspace, columnNameOf(key('plan', 'label')) ?? '')
  t.same(sorted(await runCompiled(store, compiled, limits)), before)
  t.same(await ask(store, workspace, byPlan), before)
  await untilPromoted(store, workspace, byPlan)
  t.pass('and it gets its column again')
  await store.dropWorkspace(workspace)
})

t.test('with a maximum of 0, existing columns and those of another version are dropped', async (t) => {
  const store = opened()
  const workspace = await made(store)
  await untilPromoted(store, workspace, byPlan)
  const other = `property_${'0'.repeat(24)}`
  await client.command({ query: `ALTER TABLE w${workspace.number}.events_v1 ADD COLUMN ${other} UInt8` })
  const without = opened({ most: 0 })
  const before = await ask(without, workspace, byPlan)
  await until(async () => {
    await ask(without, workspace, byPlan)
    return (await columnsOf(workspace)).length === 0
  })
  t.same(await ask(without, workspace, byPlan), before)
  t.same(await ask(store, workspace, byPlan), before, 'the process that still knew it answers as well')
  await store.dropWorkspace(workspace)
})

t.test('the column stores the day of its last read', async (t) => {
  const workspace = await made(opened())
  await tables.add(workspace, column(key('plan', 'label'), 19_000), null)
  const store = opened({ asks: Infinity })
  await until(async () => {
    await ask(store, workspace, byPlan)
    return (await tables.read(workspace)).columns.some(({ askedOn }) => askedOn > 19_000)
  })
  await store.dropWorkspace(workspace)
  t.end()
})

t.test('strings with many distinct values are stored without a dictionary', async (t) => {
  const store = opened()
  const workspace = await made(store)
  await client.command({
    query:
      `INSERT INTO w${workspace.number}.events_v1 (timestamp, device_id, properties, seq) ` +
      `SELECT now64(3, 'UTC'), '', concat('{"plan":"', toString(number), '"}')::JSON, number FROM numbers(20000)`,
  })
  await tables.add(workspace, column(key('plan', 'label'), 20_000), null)
  await tables.add(workspace, column(key('a.b', 'label'), 20_000), null)
  const { columns } = await tables.read(workspace)
  t.same(Object.fromEntries(columns.map(({ key: of, type }) => [of, type])), {
    [key('plan', 'label')]: 'Nullable(String)',
    [key('a.b', 'label')]: 'LowCardinality(Nullable(String))',
  })
  await store.dropWorkspace(workspace)
})

function key(name: string, as: string): string {
  return `properties ${as} ${name}`
}

function column(of: string, askedOn: number) {
  return { key: of, name: columnNameOf(of) ?? '', askedOn }
}
