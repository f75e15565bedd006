import t from 'tap'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { silentLog, temporaryDatabase } from '../support/records.js'
import { rollupsHold } from './rollups-hold.js'

/** Data sets of about 20 plans each. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 8)
t.setTimeout(0)

t.test('rollups on ClickHouse answer like the rows themselves', { timeout: 0 }, async (t) => {
  const connection = testEngines().clickhouse
  const on = createClickHouseStore({ connection, log: silentLog })
  const off = createClickHouseStore({ connection, log: silentLog, rollups: false })
  t.teardown(() => Promise.all([on.close(), off.close()]))
  await rollupsHold(t, { on, off, mark: 'mergeTreeProjection', share: 1 / 3 }, runs)
})

t.test('rollups on Postgres answer like the rows themselves', { timeout: 0 }, async (t) => {
  const database = await temporaryDatabase()
  const connection = { url: database.url }
  const on = createPostgresStore({ connection, log: silentLog })
  const off = createPostgresStore({ connection, log: silentLog, rollups: false })
  t.teardown(async () => {
    await Promise.all([on.close(), off.close()])
    await database.drop()
  })
  await rollupsHold(t, { on, off, mark: 'ask_rollups', share: 1 / 4 }, runs)
})
