import pg from 'pg'
import { loadRegistry } from '../../app/load-registry.js'
import { builtInPlugins } from '../../plugins/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from './silent-log.js'

const name = 'records_migrated'

/** Creates a database with the tables of all built-in plugins. Returns its name. */
export async function createMigratedDatabase(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const records = createRecordStore({ url: url.href, log: silentLog })
  for (const { plugin, directory } of loadRegistry(builtInPlugins).migrations)
    await records.migrate(plugin, directory)
  await records.close()
  return name
}
