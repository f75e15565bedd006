import type { ClusterMember } from '../../../contract/index.js'
import { ofAllServers } from './database.js'
import type { Servers } from './servers.js'

/** Returns the servers of the cluster, ordered by shard and host name. */
export async function nodesOf(servers: Servers): Promise<readonly ClusterMember[]> {
  await servers.layout()
  const result = await servers.client.query({
    query: `SELECT _shard_num AS shard, hostName() AS host, version() AS version
      FROM ${ofAllServers(servers.cluster, 'system.one')} ORDER BY shard, host`,
    format: 'JSONEachRow',
    clickhouse_settings: await servers.reading(),
  })
  return result.json<ClusterMember>()
}
