import { createDuckDbStore } from '../../storage-adapters/duckdb/store.js'
import { silentLog } from '../support/silent-log.js'
import { conformance } from './suite.js'

await conformance('DuckDB', () =>
  createDuckDbStore({ directory: null, memoryBytes: 2_000_000_000, log: silentLog }),
)
