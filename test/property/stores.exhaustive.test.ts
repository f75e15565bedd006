import fc from 'fast-check'
import t from 'tap'
import { testStores } from '../support/stores.js'
import { firstDifference } from '../kit/plans/compare-stores.js'
import { plansOfCase, propertyCase } from '../kit/plans/property-case.js'
import { failureOf, propertyRuns } from './seeded.js'

/** Data sets of 25 plans each: 200 plans here, forty times as many with PROPERTY_RUNS=300. */
const runs = propertyRuns(8)

const { clickhouse, postgres, duckdb, close } = await testStores()
t.teardown(close)

t.test('random plans give equal rows on every store', async (t) => {
  let plans = 0
  const property = fc.asyncProperty(propertyCase(), async (one) => {
    plans += one.plans.length
    const wrong = await firstDifference(one, [clickhouse, postgres, duckdb])
    if (wrong !== null) throw new Error(wrong)
  })
  t.equal(await failureOf(property, runs), null)
  t.equal(plans, runs * plansOfCase)
})
