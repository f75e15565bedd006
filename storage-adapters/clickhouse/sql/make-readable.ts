import type { ClickHouseClient } from '@clickhouse/client'
import { ServiceError } from '../../../core/contract/index.js'
import { readableStatements } from './readable.js'

/** Fills a new database with what the members of the workspace may read. NOT_FOUND if the workspace has no data. */
export async function makeReadable(client: ClickHouseClient, reader: string, number: number): Promise<void> {
  const result = await client.query({
    query: 'SELECT count() FROM system.databases WHERE name = {name:String}',
    query_params: { name: `w${number}` },
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[string | number]>()
  if (Number(row?.[0]) === 0) throw new ServiceError('NOT_FOUND', 'The workspace has no data any more.')
  for (const query of readableStatements(`\`${reader}\``, `\`w${number}\``)) await client.command({ query })
}
