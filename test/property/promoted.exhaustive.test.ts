import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import {
  type AnalyticsStore,
  builtInOperators,
  type Batch,
  type CompiledQuery,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { compileQuery, type ClickHouseQuery } from '../../storage-adapters/clickhouse/query/compile-query.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { clickhouseColumns } from '../../storage-adapters/clickhouse/promoted/columns.js'
import type { PromotedNames } from '../../storage-adapters/sql/promoted/columns.js'
import { promotionRules } from '../../storage-adapters/sql/promoted/decide.js'
import { promotedTables } from '../../storage-adapters/clickhouse/promoted/tables.js'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { duckdbColumns } from '../../storage-adapters/duckdb/promoted/columns.js'
import type { DuckDbQuery } from '../../storage-adapters/duckdb/query/compile-query.js'
import { createDuckDbStore, type DuckDbFacts } from '../../storage-adapters/duckdb/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { testEngines } from '../support/engines.js'
import { patience } from '../support/patience.js'
import { silentLog } from '../support/silent-log.js'
import { batch } from '../kit/plans/arbitraries.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { isOrdered, propertyCase, type PropertyCase } from '../kit/plans/property-case.js'
import { failureOf, fixedSeed, propertyRuns } from './seeded.js'

/** Random data sets of 25 plans each, in addition to the fixed ones. */
const runs = propertyRuns(2)
const fixedRuns = 2

const connection = testEngines().clickhouse
const client = connect(connection)
const tables = promotedTables(singleServer(client))
const memory = createMemoryStore()
/** Columns are added manually here: the store neither adds nor drops any. */
const promotion = { ...promotionRules(1_000), asks: Infinity }
const clickhouse = createClickHouseStore({ connection, log: silentLog, promotion })
const duckdb = createDuckDbStore({
  ...{ directory: null, memoryBytes: 2_000_000_000, log: silentLog },
  promotion: { ...promotionRules(1_000), asks: 1, rows: 0, lookMs: 0, busyMs: 0 },
})
t.teardown(() => Promise.all([clickhouse.close(), client.close(), duckdb.close()]))

const limits = { timeMs: patience, memoryBytes: 2_000_000_000, rows: 1_000_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))

t.test('properties with columns of their own answer like memory', async (t) => {
  let promoted = 0
  const property = fc.asyncProperty(propertyCase(), batch(), async (one, later) => {
    promoted += await compare(one, later)
  })
  t.equal(await failureOf(property, fixedRuns, fixedSeed), null)
  t.ok(promoted > 8, `${promoted} of ${fixedRuns * 25} plans read promoted columns`)
  t.equal(await failureOf(property, runs), null)
})

t.test('on DuckDB, where the store promotes what is asked', async (t) => {
  let promoted = 0
  const property = fc.asyncProperty(propertyCase(), batch(), async (one, later) => {
    promoted += await compareOnDuckDb(one, later)
  })
  t.equal(await failureOf(property, fixedRuns, fixedSeed), null)
  t.ok(promoted > 8, `${promoted} of ${fixedRuns * 25} plans read promoted columns`)
  t.equal(await failureOf(property, runs), null)
})

/**
 * Queries before the columns are filled, after, and with rows stored since. Throws at the first difference.
 * Returns the number of plans that read promoted columns.
 */
async function compare({ batch: first, plans }: PropertyCase, later: Batch): Promise<number> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const stores = [memory, clickhouse]
  await Promise.all(stores.map((store) => store.createWorkspace(workspace)))
  const compiled = (plan: Relation, promoted?: PromotedNames): ClickHouseQuery =>
    compileQuery(workspace, expand(plan, clickhouse, operators), { promoted })
  const all = async (promoted: PromotedNames, when: string): Promise<void> => {
    for (const plan of plans) {
      const query = memory.compile(workspace, expand(plan, memory, operators))
      const found = compiled(plan, promoted)
      const wrong = await differs(clickhouse, found, await memory.run(query, limits), isOrdered(plan))
      if (wrong !== null) throw new Error(`${when}: ${wrong}\nplan: ${JSON.stringify(plan)}`)
    }
  }
  try {
    await Promise.all(stores.map((store) => store.append(workspace, first)))
    const keys = new Set(plans.flatMap((plan) => compiled(plan).properties.keys))
    const columns = [...keys].flatMap((key) => clickhouseColumns.promotedColumn(key, 0) ?? [])
    const promoted = new Map(columns.map(({ key, name }) => [key, name]))
    for (const column of columns)
      // One half of them with a dictionary, whatever their values, the other without.
      await tables.add(workspace, column, typeOf(column.key, column.name < 'property_8'))
    await all(promoted, 'added')
    await tables.fill(workspace, columns)
    while ((await tables.read(workspace)).columns.some(({ whole }) => !whole)) await pause(20)
    await all(promoted, 'filled')
    await Promise.all(stores.map((store) => store.append(workspace, after(later))))
    await all(promoted, 'stored since')
    const texts = plans.map((plan) => compiled(plan, promoted).text)
    return texts.filter((text) => text.includes('property_')).length
  } finally {
    await Promise.all(stores.map((store) => store.dropWorkspace(workspace)))
  }
}

/** The same over DuckDB, whose store adds the columns by itself while it is asked. */
async function compareOnDuckDb({ batch: first, plans }: PropertyCase, later: Batch): Promise<number> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const stores = [memory, duckdb]
  await Promise.all(stores.map((store) => store.createWorkspace(workspace)))
  const compiled = async (plan: Relation): Promise<DuckDbQuery> => {
    const facts = await duckdb.facts?.(workspace)
    return duckdb.compile(workspace, expand(plan, duckdb, operators), facts) as DuckDbQuery
  }
  const all = async (when: string): Promise<void> => {
    for (const plan of plans) {
      const query = memory.compile(workspace, expand(plan, memory, operators))
      const wrong = await differs(
        duckdb,
        await compiled(plan),
        await memory.run(query, limits),
        isOrdered(plan),
      )
      if (wrong !== null) throw new Error(`${when}: ${wrong}\nplan: ${JSON.stringify(plan)}`)
    }
  }
  try {
    await Promise.all(stores.map((store) => store.append(workspace, first)))
    const queries = await Promise.all(plans.map(compiled))
    const keys = new Set(queries.flatMap(({ properties }) => properties.keys))
    const promotable = [...keys].filter((key) => duckdbColumns.columnNameOf(key) !== null)
    do await all('while columns are added')
    while (((await duckdb.facts?.(workspace)) as DuckDbFacts).promoted.size < promotable.length)
    await all('filled')
    await Promise.all(stores.map((store) => store.append(workspace, after(later))))
    await all('stored since')
    const last = await Promise.all(plans.map(compiled))
    return last.filter(({ properties }) => properties.promoted).length
  } finally {
    await Promise.all(stores.map((store) => store.dropWorkspace(workspace)))
  }
}

/**
 * Random plans distinguish rows of equal times by `seq`. Message ids are new: the engine looks for a repeat
 * within two days of its time, memory everywhere, and random times are farther apart.
 */
function after({ events, logs, traits, contexts, metrics, ...rest }: Batch): Batch {
  type Moved = { readonly seq: number; readonly message_id?: string | null }
  const moved = <R extends Moved>(rows: readonly R[]): R[] =>
    rows.map((row) => ({
      ...row,
      seq: row.seq + 1_000_000,
      message_id: row.message_id == null ? null : `later ${row.message_id}`,
    }))
  return {
    ...rest,
    events: moved(events),
    logs: moved(logs),
    traits: moved(traits),
    contexts: moved(contexts),
    metrics: moved(metrics),
  }
}

function typeOf(key: string, withDictionary: boolean): string | null {
  const isText = key.includes(' text ') || key.includes(' label ')
  if (!isText) return null
  return withDictionary ? 'LowCardinality(Nullable(String))' : 'Nullable(String)'
}

async function differs(
  store: AnalyticsStore,
  query: CompiledQuery,
  expected: readonly Row[],
  ordered: boolean,
): Promise<string | null> {
  try {
    return sameRows(await store.run(query, limits), expected, { ordered })
  } catch (error) {
    const { message, cause } = error as Error
    return `${message} ${cause instanceof Error ? cause.message : ''}`
  }
}
