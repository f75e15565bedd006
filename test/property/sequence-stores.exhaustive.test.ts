import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import t from 'tap'
import { builtInOperators, type AnalyticsStore, type Relation, type Row } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { testStores } from '../support/stores.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { propertyRuns } from './seeded.js'
import { batchOf, firstFailure, sequenceCase, shown, type SequenceCase } from './sequence-cases.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

/** Data sets of 16 sequences each: 80 here, 10,000 with PROPERTY_RUNS=3750. */
const runs = Math.ceil(propertyRuns(30) / 6)
const sequencesOfCase = 16
const limits = { timeMs: patience, memoryBytes: 2_000_000_000, rows: 1_000_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))

const { memory, clickhouse, postgres, duckdb, close } = await testStores()
const stores = [memory, clickhouse, postgres, duckdb]
t.teardown(close)

t.test(
  `random sequences give equal rows in every form on every store (${runs * sequencesOfCase} sequences)`,
  async (t) => {
    const cases = fc.array(sequenceCase(40), { minLength: sequencesOfCase, maxLength: sequencesOfCase })
    t.equal(await firstFailure(cases, runs, firstDifference), null)
  },
)

/** All sequences of a data set run on the persons of its first. */
async function firstDifference(cases: readonly SequenceCase[]): Promise<string | null> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const run = async (store: AnalyticsStore, plan: Relation): Promise<readonly Row[]> => {
    try {
      return await askStore(store, workspace, plan, limits)
    } catch (error) {
      const { message, cause } = error as Error
      const told = `${store.engine}: ${message} ${cause instanceof Error ? cause.message : ''}`
      throw new Error(told, { cause: error })
    }
  }
  await Promise.all(stores.map((store) => store.createWorkspace(workspace)))
  try {
    const data = batchOf(cases[0]?.people ?? [])
    await Promise.all(stores.map((store) => store.append(workspace, data)))
    for (const { options } of cases) {
      const plan = shown(options)
      const lowering = expand(plan, memory, operators)
      const expected = await run(memory, lowering)
      const forms = {
        'ClickHouse, native': () => run(clickhouse, expand(plan, clickhouse, operators)),
        'ClickHouse, lowered': () => run(clickhouse, lowering),
        Postgres: () => run(postgres, lowering),
      }
      for (const [name, ask] of Object.entries(forms)) {
        const wrong = sameRows(await ask(), expected)
        if (wrong !== null) return `${name}: ${wrong}\n${JSON.stringify(options)}`
      }
    }
    return null
  } finally {
    await Promise.all(stores.map((store) => store.dropWorkspace(workspace)))
  }
}
