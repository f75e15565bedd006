import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { silentLog } from '../support/silent-log.js'
import { conformance } from './suite.js'

await conformance('embedded Postgres', (url) => createPostgresStore({ connection: { url }, log: silentLog }))
