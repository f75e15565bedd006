import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { urlOf } from '../support/engine-addresses.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/silent-log.js'
import { conformance } from './suite.js'

const server = urlOf(testEngines().outsidePostgres)

await conformance(
  'Postgres by URL',
  (url) => createPostgresStore({ connection: { url }, log: silentLog }),
  server,
)
