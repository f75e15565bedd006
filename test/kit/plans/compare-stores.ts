import { randomInt } from 'node:crypto'
import {
  builtInOperators,
  propertyColumns,
  type AnalyticsStore,
  type PropertiesFound,
  type PropertySource,
  type Relation,
  type Row,
} from '../../../contract/index.js'
import { expand } from '../../../core/run/expand.js'
import { createMemoryStore } from '../../../storage-adapters/memory/store.js'
import { sameRows } from './compare-rows.js'
import { isOrdered, type PropertyCase } from './property-case.js'
import { askStore } from '../../../core/run/ask-store.js'

const limits = { timeMs: 600_000, memoryBytes: 2_000_000_000, rows: 1_000_000 }
const memory = createMemoryStore()

/**
 * Stores the data in memory and in each engine, and runs all plans on all of them; returns null if they
 * agree.
 */
export async function firstDifference(
  { batch, plans }: PropertyCase,
  engines: readonly AnalyticsStore[],
): Promise<string | null> {
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
  return askStore(store, workspace, expand(plan, store, operators), limits)
}

const propertySources = Object.keys(propertyColumns) as readonly PropertySource[]
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
