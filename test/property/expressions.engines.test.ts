import t from 'tap'
import { testStores } from '../support/stores.js'
import { checkCases } from './check-expression-cases.js'
import { checkExpressions } from './check-expressions.js'
import { fixedSeed } from './seeded.js'

t.test('random expressions have the same values on every store', (t) => checkExpressions(t, fixedSeed, 200))

t.test('values worked by hand on every store', async (t) => {
  const { clickhouse, postgres, duckdb, close } = await testStores()
  t.teardown(close)
  await checkCases(t, { clickhouse, postgres, duckdb })
})
