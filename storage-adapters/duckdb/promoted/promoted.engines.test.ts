import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { askStore, compileNow } from '../../../core/run/ask-store.js'
import {
  aggregate,
  count,
  FactsChanged,
  scan,
  type AnalyticsStore,
  type Batch,
  type Relation,
} from '../../../contract/index.js'
import { patience } from '../../../test/support/patience.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { createMemoryStore } from '../../memory/store.js'
import { promotionRules, type PromotionRules } from '../../sql/promoted/decide.js'
import { jsonBatch, jsonSources, rowsByPlan, totalOf } from '../../sql/promoted/test-json-rows.js'
import { openDatabase } from '../database.js'
import { createDuckDbStore } from '../store.js'

const workspace = { id: 'ws_1', number: 1 }
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
/** Every question triggers a check, and one read is enough to promote. */
const eager: PromotionRules = { ...promotionRules(8), asks: 1, rows: 0, lookMs: 0, busyMs: 0 }

type Teardown = { teardown(work: () => unknown): void }

function folder(t: Teardown): string {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-duckdb-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  return directory
}

async function opened(
  directory: string | null = null,
  rules: Partial<PromotionRules> = {},
): Promise<AnalyticsStore> {
  const store = createDuckDbStore({
    directory,
    memoryBytes: 1e9,
    log: silentLog,
    promotion: { ...eager, ...rules },
  })
  await store.start([workspace])
  return store
}

const events = ['events', 'properties'] as const
const byPlan = rowsByPlan('label', events)

const isPromoted = async (store: AnalyticsStore, plan: Relation): Promise<boolean> =>
  (await compileNow(store, workspace, plan)).text.includes('property_')
const ask = async (store: AnalyticsStore, plan: Relation): Promise<readonly string[]> =>
  (await askStore(store, workspace, plan, limits)).map((row) => JSON.stringify(row)).sort()

/** Asks the question until a promoted column answers it, or none does any more. */
async function untilPromoted(store: AnalyticsStore, plan: Relation, promoted = true): Promise<void> {
  while ((await isPromoted(store, plan)) !== promoted) {
    await ask(store, plan)
    await setTimeout(10)
  }
}

for (const source of jsonSources)
  t.test(`${source[0]}: a column of its own answers like JSON, for every value`, async (t) => {
    const directory = folder(t)
    const plans = [
      ...(['label', 'text', 'boolean'] as const).map((form) => rowsByPlan(form, source)),
      ...[totalOf('plan', source), totalOf('a.b', source)],
    ]
    const memory = createMemoryStore()
    await memory.createWorkspace(workspace)
    const first = await opened(directory)
    const check = async (store: AnalyticsStore, when: string): Promise<void> => {
      for (const plan of plans) t.same(await ask(store, plan), await ask(memory, plan), when)
    }
    for (const store of [memory, first]) await store.append(workspace, jsonBatch(0))
    await check(first, 'from JSON')
    for (const plan of plans) await untilPromoted(first, plan)
    await check(first, 'from columns')
    for (const store of [memory, first]) await store.append(workspace, jsonBatch(100))
    for (const plan of plans) t.ok(await isPromoted(first, plan))
    await check(first, 'with rows stored since')
    await first.close()
    const second = await opened(directory)
    t.teardown(() => second.close())
    for (const store of [memory, second]) await store.append(workspace, jsonBatch(200))
    await check(second, 'with rows that another process stores')
    for (const plan of plans) await untilPromoted(second, plan)
    await check(second, 'from the columns of the process before')
  })

t.test('rows stored while a column is filled, in many turns, are in it', async (t) => {
  const directory = folder(t)
  await (await opened(directory)).close()
  const rows = 260_000
  const database = await openDatabase({ directory, memoryBytes: 1e9 })
  await database.withConnection((connection) =>
    connection.run(
      `INSERT INTO "w1".events_v1 BY NAME SELECT 1000 AS ms, 0 AS day, range AS seq, 'view' AS event_name, 'd' AS device_id,
        1 AS device, '{"amount":1}' AS properties FROM range(${rows})`,
    ),
  )
  database.close()
  const store = await opened(directory)
  t.teardown(() => store.close())
  const batchOf = (from: number, size: number): Batch => ({
    ...{ logs: [], links: [], traits: [], contexts: [], metrics: [] },
    events: Array.from({ length: size }, (_, index) => ({
      ...{ timestamp: 1_000, event_name: 'view', device_id: 'd', session_id: null, user_id: null },
      ...{ message_id: null, seq: from + index, context: {}, properties: { amount: 1 } },
    })),
  })
  const total = totalOf('amount', events)
  let stored = rows
  t.same(await ask(store, total), [`{"n":${rows}}`])
  while (!(await isPromoted(store, total))) {
    await store.append(workspace, batchOf(stored, 100))
    stored += 100
    t.same(await ask(store, total), [`{"n":${stored}}`])
  }
  await store.append(workspace, batchOf(stored, 10))
  t.same(await ask(store, total), [`{"n":${stored + 10}}`])
})

t.test('a column that is dropped between compiling and running is asked for again', async (t) => {
  const directory = folder(t)
  const first = await opened(directory)
  await first.append(workspace, jsonBatch(0))
  await untilPromoted(first, byPlan)
  const query = await compileNow(first, workspace, byPlan)
  await first.close()
  const none = await opened(directory, { most: 0 })
  t.teardown(() => none.close())
  const expected = await ask(none, byPlan)
  await none.append(workspace, jsonBatch(100))
  while ((await columnsIn(none)) > 0) await setTimeout(10)
  const error: unknown = await none.run(query, limits).catch((caught: unknown) => caught)
  t.ok(error instanceof FactsChanged)
  t.not(await ask(none, byPlan), expected)
  t.notOk(await isPromoted(none, byPlan), 'and no property is promoted with a maximum of 0')
})

/** The number of promoted columns, by what a question on a table's columns finds. */
async function columnsIn(store: AnalyticsStore): Promise<number> {
  const [row] = await store.run(
    {
      workspace,
      text: `SELECT count(*)::BIGINT AS n FROM duckdb_columns() WHERE starts_with(column_name, 'property_')`,
      parameters: {},
      columns: { n: 'int' },
    },
    limits,
  )
  return Number(row?.['n'])
}

t.test('the column of another expression is not read, and dropped', async (t) => {
  const directory = folder(t)
  const first = await opened(directory, { asks: 1_000 })
  await first.append(workspace, jsonBatch(0))
  const expected = await ask(first, byPlan)
  await first.close()
  const database = await openDatabase({ directory, memoryBytes: 1e9 })
  const name = `property_${'0'.repeat(24)}`
  await database.withConnection(async (connection) => {
    await connection.run(`ALTER TABLE "w1".events_v1 ADD COLUMN "${name}" VARCHAR`)
    await connection.run(
      `COMMENT ON COLUMN "w1".events_v1."${name}" IS '{"key":"properties label plan","askedOn":7,"whole":true}'`,
    )
  })
  database.close()
  const second = await opened(directory, { asks: 1_000 })
  t.teardown(() => second.close())
  await second.append(workspace, jsonBatch(100))
  t.equal(await columnsIn(second), 1)
  t.not(await ask(second, byPlan), expected, 'rows are stored beside the column')
  while ((await columnsIn(second)) > 0) {
    await ask(second, byPlan)
    await setTimeout(10)
  }
  await second.append(workspace, jsonBatch(200))
  t.notOk(await isPromoted(second, byPlan))
})

t.test('a workspace that is dropped and created again has no columns', async (t) => {
  const store = await opened()
  t.teardown(() => store.close())
  await store.append(workspace, jsonBatch(0))
  await untilPromoted(store, byPlan)
  await store.dropWorkspace(workspace)
  await store.createWorkspace(workspace)
  t.equal(await columnsIn(store), 0)
  t.notOk(await isPromoted(store, byPlan))
  await store.append(workspace, jsonBatch(0))
  t.same(await ask(store, aggregate(scan('events'), {}, { n: count() })), [
    `{"n":${jsonBatch(0).events.length}}`,
  ])
})
