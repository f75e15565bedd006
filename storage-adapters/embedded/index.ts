export { type EngineLog, type RunningEngine, EngineError } from './engine.js'
export { startClickHouse } from './clickhouse.js'
export { startPostgres } from './postgres.js'
export { lockDirectory } from './lock.js'
