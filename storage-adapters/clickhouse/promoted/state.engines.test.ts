import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import {
  aggregate,
  column,
  count,
  join,
  last,
  property,
  scan,
  type AnalyticsStore,
  type PropertyForm,
  type Relation,
  type Row,
  type SourceName,
  type WorkspaceRef,
  where,
} from '../../../contract/index.js'
import { testEngines } from '../../../test/support/engines.js'
import { patience } from '../../../test/support/patience.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { usual } from '../sandbox/test-workspaces.js'
import { compileQuery } from '../query/compile-query.js'
import { connect } from '../connection.js'
import { singleServer } from '../cluster/servers.js'
import { createClickHouseStore } from '../store.js'
import { jsonColumns, type JsonTable, type PromotedColumn } from '../../sql/promoted/columns.js'
import { promotionRules, type PromotionRules } from '../../sql/promoted/decide.js'
import { clickhouseColumns } from './columns.js'
import { promotedTables } from './tables.js'
import { jsonBatch, jsonSources, rowsByPlan, totalOf } from '../../sql/promoted/test-json-rows.js'
import { askStore, compileNow, runCompiled } from '../../../core/run/ask-store.js'

const connection = testEngines().clickhouse
const client = connect(connection)
const tables = promotedTables(singleServer(client))
/** Every question triggers a check, and one read is enough to promote. */
const eager: PromotionRules = { ...promotionRules(4), asks: 1, rows: 0, lookMs: 0, busyMs: 0 }
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

const events = ['events', 'properties'] as const
const byPlan = rowsByPlan('label', events)
const dotted = totalOf('a.b', events)
const plansOf = (source: readonly [SourceName, string, ...unknown[]]): readonly Relation[] => [
  ...[rowsByPlan('label', source), rowsByPlan('text', source), rowsByPlan('boolean', source)],
  totalOf('plan', source),
]
const plans = plansOf(events)

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
  return [...columns.map(({ key }) => key), ...former.map(({ name }) => name)].sort()
}

async function made(store: AnalyticsStore): Promise<WorkspaceRef> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await store.createWorkspace(workspace)
  await store.append(workspace, jsonBatch(0))
  return workspace
}

for (const one of jsonSources) {
  const [source, json, table] = one
  t.test(
    `${source}: answers are the same with and without promoted columns, for every JSON value`,
    async (t) => {
      const store = opened()
      const plainly = async (plan: Relation) => sorted(await store.run(compileQuery(workspace, plan), limits))
      const workspace = await made(store)
      await client.command({
        query:
          `INSERT INTO w${workspace.number}.${table} (timestamp, ${json}, seq) ` +
          `SELECT now64(3, 'UTC'), '{"plan":9007199254740993}'::JSON, 99`,
      })
      const before = await Promise.all(plansOf(one).map(plainly))
      for (const plan of plansOf(one)) await untilPromoted(store, workspace, plan)
      t.same(await Promise.all(plansOf(one).map((plan) => ask(store, workspace, plan))), before)
      t.same([...new Set((await tables.read(workspace)).columns.map((column) => column.table))], [table])
      await store.append(workspace, jsonBatch(100))
      for (const plan of plansOf(one)) {
        t.ok(await isPromoted(store, workspace, plan), 'still answered from the column')
        t.same(await ask(store, workspace, plan), await plainly(plan), 'rows stored since')
      }
      t.match(before[0]?.join(), '9007199254740993')
      await store.dropWorkspace(workspace)
    },
  )
}

t.test('buckets of metrics read the columns of their points', async (t) => {
  const store = opened()
  const workspace = await made(store)
  const points = rowsByPlan('label', ['metrics', 'labels'])
  const buckets = rowsByPlan('label', ['metric_buckets', 'labels'])
  const before = await ask(store, workspace, buckets)
  await untilPromoted(store, workspace, points)
  t.ok(await isPromoted(store, workspace, buckets))
  t.same(await ask(store, workspace, buckets), before)
  await store.dropWorkspace(workspace)
})

t.test('a person has the same current traits with and without promoted columns', async (t) => {
  const store = opened()
  const workspace = await made(store)
  const given = where(scan('traits'), property('plan', 'exists', 'traits'))
  const latest = last(property('plan', 'label', 'traits'), column('timestamp'), column('seq'))
  const current = aggregate(given, { owner: column('person') }, { plan: latest })
  const joined = join('left', scan('events'), current, [{ left: 'person', right: 'owner' }])
  const byTrait = aggregate(joined, { plan: column('plan') }, { n: count() })
  const before = await ask(store, workspace, byTrait)
  await untilPromoted(store, workspace, byTrait)
  t.same(await columnsOf(workspace), [key('plan', 'label', 'traits_v1')])
  t.same(await ask(store, workspace, byTrait), before)
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
  const name = clickhouseColumns.columnNameOf(key('plan', 'label')) ?? ''
  await t.rejects(async () => store.sql?.query(workspace, `SELECT ${name} FROM events_v1`, usual), {
    code: 'VALIDATION_ERROR',
  })
  await store.dropWorkspace(workspace)
})

t.test('another process finds the columns, and a fifth of a table exceeds the maximum', async (t) => {
  const store = opened()
  const workspace = await made(store)
  for (const plan of plans) await untilPromoted(store, workspace, plan)
  const later = opened({ asks: Infinity })
  await untilPromoted(later, workspace, byPlan)
  for (let i = 0; i < 3; i++) await ask(store, workspace, dotted)
  t.equal((await columnsOf(workspace)).length, 4)
  t.equal(await isPromoted(store, workspace, dotted), false)
  await untilPromoted(store, workspace, rowsByPlan('label', ['logs', 'message']))
  t.equal((await columnsOf(workspace)).length, 5, 'other tables have columns of their own')
  await untilPromoted(store, workspace, byPlan)
  await store.dropWorkspace(workspace)
})

t.test('the least recently read column is replaced once it is idle', async (t) => {
  const workspace = await made(opened())
  await tables.add(workspace, promoted(key('plan', 'label'), 19_000), null)
  await tables.add(workspace, promoted(key('amount', 'number'), 18_000), null)
  const store = opened({ most: 2 })
  await untilPromoted(store, workspace, dotted)
  t.same(await columnsOf(workspace), [key('plan', 'label'), key('a.b', 'number')].sort())
  await opened().dropWorkspace(workspace)
})

t.test('a column that was added and never filled is filled', async (t) => {
  const workspace = await made(opened())
  await tables.add(workspace, promoted(key('plan', 'label'), 20_000), null)
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
  await tables.drop(workspace, promoted(key('plan', 'label'), 0))
  t.same(sorted(await runCompiled(store, compiled, limits)), before)
  t.same(await ask(store, workspace, byPlan), before)
  await untilPromoted(store, workspace, byPlan)
  t.pass('and it gets its column again')
  await store.dropWorkspace(workspace)
})

t.test('with a maximum of 0, existing columns and those of another version are dropped', async (t) => {
  const store = opened()
  const workspace = await made(store)
  const ofLogs = rowsByPlan('label', ['logs', 'message'])
  await untilPromoted(store, workspace, byPlan)
  await untilPromoted(store, workspace, ofLogs)
  const other = `property_${'0'.repeat(24)}`
  for (const table of ['events_v1', 'traits_v1'])
    await client.command({ query: `ALTER TABLE w${workspace.number}.${table} ADD COLUMN ${other} UInt8` })
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
  await tables.add(workspace, promoted(key('plan', 'label'), 19_000), null)
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
  await tables.add(workspace, promoted(key('plan', 'label'), 20_000), null)
  await tables.add(workspace, promoted(key('a.b', 'label'), 20_000), null)
  const { columns } = await tables.read(workspace)
  t.same(Object.fromEntries(columns.map(({ key: of, type }) => [of, type])), {
    [key('plan', 'label')]: 'Nullable(String)',
    [key('a.b', 'label')]: 'LowCardinality(Nullable(String))',
  })
  await store.dropWorkspace(workspace)
})

function key(name: string, as: PropertyForm, table: JsonTable = 'events_v1'): string {
  return `${table} ${jsonColumns[table]} ${as} ${name}`
}

function promoted(of: string, askedOn: number): PromotedColumn {
  const found = clickhouseColumns.promotedColumn(of, askedOn)
  if (found === null) throw new Error(`${of} cannot be promoted`)
  return found
}
