import type { AnalyticsStore } from '../../contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createDuckDbStore } from '../../storage-adapters/duckdb/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from './engines.js'
import { temporaryDatabase } from './records.js'
import { silentLog } from './silent-log.js'

export interface TestStores {
  /** The reference for the others. */
  readonly memory: ReturnType<typeof createMemoryStore>
  readonly clickhouse: AnalyticsStore
  readonly postgres: AnalyticsStore
  /** In memory. */
  readonly duckdb: AnalyticsStore
  readonly close: () => Promise<void>
}

/** Every adapter, on the test engines; Postgres in a database of its own. */
export async function testStores(): Promise<TestStores> {
  const database = await temporaryDatabase()
  const clickhouse = createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog })
  const postgres = createPostgresStore({ connection: { url: database.url }, log: silentLog })
  const duckdb = createDuckDbStore({ directory: null, memoryBytes: 2_000_000_000, log: silentLog })
  return {
    memory: createMemoryStore(),
    clickhouse,
    postgres,
    duckdb,
    async close() {
      await clickhouse.close()
      await postgres.close()
      await duckdb.close()
      await database.drop()
    },
  }
}
