import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createDuckDbStore } from '../../storage-adapters/duckdb/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from './engines.js'
import { chooseStores, memory, type NamedStore } from './named-store.js'
import { temporaryDatabase } from './records.js'
import { silentLog } from './silent-log.js'

export const clickHouse: NamedStore = {
  name: 'ClickHouse',
  make: () => createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog }),
}

/** Keeps events in the database of the records. */
export const postgres: NamedStore = {
  name: 'Postgres',
  make: (url) => createPostgresStore({ connection: { url }, log: silentLog }),
  database: () => temporaryDatabase(),
}

/** A database in memory. */
export const duckDb: NamedStore = {
  name: 'DuckDB',
  make: () => createDuckDbStore({ directory: null, memoryBytes: 2_000_000_000, log: silentLog }),
  inProcess: true,
}

export const everyStore = [memory, clickHouse, postgres, duckDb] as const

chooseStores(everyStore)
