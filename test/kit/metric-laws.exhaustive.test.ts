import t from 'tap'
import { propertySeed as seed } from '../property/seeded.js'
import { testStores } from '../support/stores.js'
import { metricSuite } from './metric-laws.js'
import { builtInMetrics } from './test-metrics.js'

const { clickhouse, postgres, close } = await testStores()
t.teardown(close)
/** A suite closes its stores; these serve all suites. */
const stores = [clickhouse, postgres].map((store) => ({ ...store, close: () => Promise.resolve() }))

for (const metric of builtInMetrics)
  await t.test(`the laws of ${metric} (PROPERTY_SEED=${seed})`, async (t) => {
    const suite = await metricSuite({ metric, seed, stores })
    t.teardown(() => suite.close())
    for (const { name, check } of suite.laws) await t.resolves(check(), name)
  })
