import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/records.js'
import { conformance } from './suite.js'

await conformance('embedded ClickHouse', () =>
  createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog }),
)
