import fc from 'fast-check'
import t from 'tap'
import { combineBreakdowns } from '../../core/run/combine-breakdowns.js'
import { batches, breakdowns } from '../../core/run/test-breakdowns.js'
import { firstDifference } from '../kit/plans/compare-stores.js'
import { testStores } from '../support/stores.js'
import { propertyRuns, propertySeed as seed } from './seeded.js'

/** core/run/combine-breakdowns.test.ts compares combined plans with the plans they stand for, over memory. */
t.test(`combined breakdowns have the same rows on every store (PROPERTY_SEED=${seed})`, async (t) => {
  const { clickhouse, postgres, duckdb, close } = await testStores()
  t.teardown(close)
  const cases = fc.sample(fc.tuple(batches, fc.array(breakdowns, { minLength: 4, maxLength: 4 })), {
    seed,
    numRuns: propertyRuns(6),
  })
  for (const [batch, several] of cases) {
    const plans = several.flatMap((one) => combineBreakdowns(one).map(({ plan }) => plan))
    t.equal(await firstDifference({ batch, plans }, [clickhouse, postgres, duckdb]), null)
  }
})
