import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import t from 'tap'
import {
  builtInOperators,
  propertyColumns,
  type AnalyticsStore,
  type PropertiesFound,
  type PropertySource,
  type Relation,
  type Row,
} from '../../core/contract/index.js'
import { expand } from '../../core/run/expand.js'
import { testStores } from '../support/stores.js'
import { sameRows } from './compare-rows.js'
import { isOrdered, propertyCase, type PropertyCase } from './property-case.js'

/** Data sets of about 25 plans each: 1,000 plans and more here, ten times as many with PROPERTY_RUNS=400. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 60)
const seed = process.env['PROPERTY_SEED'] === undefined ? undefined : Number(process.env['PROPERTY_SEED'])
const limits = { timeMs: 30_000, memoryBytes: 2_000_000_000, rows: 1_000_000 }

const { memory, clickhouse, postgres, close } = await testStores()
const engines: readonly AnalyticsStore[] = [clickhouse, postgres]
t.teardown(close)

t.setTimeout(0)

t.test('random plans give equal rows on memory, ClickHouse and Postgres', { timeout: 0 }, async (t) => {
  let plans = 0
  const property = fc.asyncProperty(propertyCase(), async (one) => {
    plans += one.plans.length
    const wrong = await firstDifference(one)
    if (wrong !== null) throw new Error(wrong)
  })
  // Not shrunk: the plan that differs is told, and a data set of its own would be many times as long.
  const parameters = { numRuns: runs, ...(seed === undefined ? {} : { seed }), endOnFailure: true }
  const { failed, errorInstance, seed: used, counterexamplePath } = await fc.check(property, parameters)
  const told = errorInstance instanceof Error ? errorInstance.message : 'equal'
  t.notOk(failed, `PROPERTY_SEED=${used} path ${counterexamplePath ?? ''}: ${told}`)
  t.ok(plans >= runs * 17, `${plans} plans were compared`)
})

async function firstDifference({ batch, plans }: PropertyCase): Promise<string | null> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const stores = [memory, ...engines]
  await Promise.all(stores.map((store) => store.createWorkspace(workspace)))
  try {
    await Promise.all(stores.map((store) => store.append(workspace, batch)))
    for (const source of propertySources) {
      const found = (store: AnalyticsStore): Promise<PropertiesFound> =>
        store.properties(workspace, source, { rows: 100, paths: 1_000 }, limits)
      const expected = JSON.stringify(await found(memory))
      for (const store of engines)
        if (JSON.stringify(await found(store)) !== expected)
          return `${store.engine}: the properties of ${source} are not ${expected}`
    }
    for (const plan of plans) {
      const expected = await ask(memory, workspace, plan)
      for (const store of engines) {
        const wrong = await compare(store, workspace, plan, expected)
        if (wrong !== null) return `${store.engine}: ${wrong}\nplan: ${JSON.stringify(plan)}`
      }
    }
    return null
  } finally {
    await Promise.all(stores.map((store) => store.dropWorkspace(workspace)))
  }
}

async function compare(
  store: AnalyticsStore,
  workspace: { id: string; number: number },
  plan: Relation,
  expected: readonly Row[],
): Promise<string | null> {
  try {
    return sameRows(await ask(store, workspace, plan), expected, { ordered: isOrdered(plan) })
  } catch (error) {
    const { message, cause } = error as Error
    return `${message} ${cause instanceof Error ? cause.message : ''}`
  }
}

function ask(
  store: AnalyticsStore,
  workspace: { id: string; number: number },
  plan: Relation,
): Promise<readonly Row[]> {
  return store.run(store.compile(workspace, expand(plan, store.native, operators)), limits)
}

const propertySources = Object.keys(propertyColumns) as readonly PropertySource[]
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
