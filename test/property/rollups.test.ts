import t from 'tap'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/records.js'
import { rollupsHold } from './rollups-hold.js'

/** Data sets of about 20 plans each. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 8)
const connection = testEngines().clickhouse
const on = createClickHouseStore({ connection, log: silentLog })
const off = createClickHouseStore({ connection, log: silentLog, rollups: false })
t.teardown(() => Promise.all([on.close(), off.close()]))
t.setTimeout(0)

t.test('rollups answer like the rows themselves', { timeout: 0 }, (t) => rollupsHold(t, { on, off }, runs))
