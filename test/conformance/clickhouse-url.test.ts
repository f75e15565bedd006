import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { testEngines, urlOf } from '../support/engines.js'
import { silentLog } from '../support/records.js'
import { conformance } from './suite.js'

const { secondClickhouse } = testEngines()
const url = urlOf({ url: secondClickhouse.url, ...credentials(secondClickhouse) })

function credentials({ user = '', password = '' }: typeof secondClickhouse): {
  user: string
  password: string
} {
  return { user, password }
}

await conformance('ClickHouse by URL', () => createClickHouseStore({ connection: { url }, log: silentLog }))
