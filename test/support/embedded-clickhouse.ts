import { startedEngine, type TestServer } from './engine-addresses.js'

/** The embedded ClickHouse of a run. Importing this module makes the runner start it. */
export const embeddedClickhouse = (): TestServer => startedEngine('clickhouse')
