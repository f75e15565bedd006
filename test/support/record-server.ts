import { startedEngine, urlOf } from './engine-addresses.js'

/** The embedded Postgres that keeps the records of all tests of a run. Importing this module makes the runner start it. */
export const recordsUrl = (): string => urlOf(startedEngine('postgres'))
