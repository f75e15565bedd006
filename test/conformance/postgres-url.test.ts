import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines, urlOf } from '../support/engines.js'
import { silentLog } from '../support/records.js'
import { conformance } from './suite.js'

const server = urlOf(testEngines().outsidePostgres)

await conformance(
  'Postgres by URL',
  (url) => createPostgresStore({ connection: { url }, log: silentLog }),
  server,
)
