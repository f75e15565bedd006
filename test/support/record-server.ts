import { startedEngine, urlOf } from './engine-addresses.js'

/** The embedded Postgres that keeps the records of all tests of a run. Importing this module makes the runner start it. */
export const recordsUrl = (): string => urlOf(startedEngine('postgres'))

/** The database of that server that has the tables of all built-in plugins. Copying it is faster than making them. */
export const migratedDatabase = (): string | null => startedEngine('postgres').migrated ?? null
