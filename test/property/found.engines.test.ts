import t from 'tap'
import { testStores } from '../support/stores.js'
import { holdFound } from './found.js'

t.test('plans that differed once', async (t) => {
  const { memory, clickhouse, postgres, duckdb, close } = await testStores()
  t.teardown(close)
  await holdFound(t, memory, [clickhouse, postgres, duckdb])
})
