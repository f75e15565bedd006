import { workspaceDeleted } from '../../../contract/index.js'
import { databaseOf } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'
import { readableStatements } from './views.js'

/**
 * Creates the tables and views that a workspace's members may read in a new database. Throws NOT_FOUND if the
 * workspace was deleted.
 */
export async function makeReadable(servers: Servers, reader: string, number: number): Promise<void> {
  const result = await servers.client.query({
    query: 'SELECT count() FROM system.databases WHERE name = {name:String}',
    query_params: { name: `w${number}` },
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[string | number]>()
  if (Number(row?.[0]) === 0) throw workspaceDeleted()
  const database = databaseOf({ id: '', number }, servers.cluster)
  for (const statement of readableStatements(`\`${reader}\``, database)) await servers.everywhere(statement)
}
