import { ServiceError } from '../../../core/contract/index.js'
import { placeOf } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'
import { readableStatements } from './views.js'

/** Fills a new database with what the members of the workspace may read. NOT_FOUND if the workspace has no data. */
export async function makeReadable(servers: Servers, reader: string, number: number): Promise<void> {
  const result = await servers.client.query({
    query: 'SELECT count() FROM system.databases WHERE name = {name:String}',
    query_params: { name: `w${number}` },
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[string | number]>()
  if (Number(row?.[0]) === 0) throw new ServiceError('NOT_FOUND', 'The workspace has no data any more.')
  const place = placeOf({ id: '', number }, servers.cluster)
  for (const statement of readableStatements(`\`${reader}\``, place)) await servers.everywhere(statement)
}
