import fc from 'fast-check'
import t from 'tap'
import { testStores } from '../support/stores.js'
import { firstDifference } from './compare-stores.js'
import { propertyCase } from './property-case.js'

/** Data sets of about 25 plans each: 200 plans here, forty times as many with PROPERTY_RUNS=300. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 8)
const seed = process.env['PROPERTY_SEED'] === undefined ? undefined : Number(process.env['PROPERTY_SEED'])

const { clickhouse, postgres, close } = await testStores()
t.teardown(close)

t.setTimeout(0)

t.test('random plans give equal rows on memory, ClickHouse and Postgres', { timeout: 0 }, async (t) => {
  let plans = 0
  const property = fc.asyncProperty(propertyCase(), async (one) => {
    plans += one.plans.length
    const wrong = await firstDifference(one, [clickhouse, postgres])
    if (wrong !== null) throw new Error(wrong)
  })
  // Not shrunk: the plan that differs is told, and a data set of its own would be many times as long.
  const parameters = { numRuns: runs, ...(seed === undefined ? {} : { seed }), endOnFailure: true }
  const { failed, errorInstance, seed: used, counterexamplePath } = await fc.check(property, parameters)
  const told = errorInstance instanceof Error ? errorInstance.message : 'equal'
  t.notOk(failed, `PROPERTY_SEED=${used} path ${counterexamplePath ?? ''}: ${told}`)
  t.ok(plans >= runs * 17, `${plans} plans were compared`)
})
