import { ServiceError } from '../../../contract/index.js'
import { unfit } from './topology.js'
import { literal, ofAllServers, type WorkspaceDatabase } from './database.js'
import type { Servers } from './servers.js'

/**
 * Checks that a workspace's rows are on the shards that the settings name. Rows joined by device must be on
 * one shard, so an added shard or another order of shards would give wrong answers. Each shard therefore
 * stores a row with its position and the number of shards at the workspace's creation. Rejects with
 * UNAVAILABLE and a message for the operator.
 */
export async function verifyShards(servers: Servers, database: WorkspaceDatabase): Promise<void> {
  await checkEngines(servers, database)
  if (database.cluster === null) return
  const { shards } = await servers.layout()
  let found = await placesOf(servers, database)
  if (found.length === 0) {
    await servers.client.command({
      query: `INSERT INTO ${database.name}.shard_places SELECT number + 1, {shards:UInt32} FROM numbers({shards:UInt32})`,
      query_params: { shards },
      clickhouse_settings: await servers.inserting(),
    })
    found = await placesOf(servers, database)
  }
  const asMade = found.every(([now, then, of]) => now === then && of === shards)
  if (!asMade || found.length !== shards)
    throw unfit(
      database.cluster,
      `${database.name} was spread over other shards than its ${shards}; see docs/cluster.md, "Adding a shard"`,
    )
}

async function placesOf(
  servers: Servers,
  { name: database }: WorkspaceDatabase,
): Promise<readonly (readonly [number, number, number])[]> {
  const result = await servers.client.query({
    query: `SELECT DISTINCT _shard_num, shard, shards FROM ${database}.shard_places`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: await servers.reading(),
  })
  return result.json<[number, number, number]>()
}

/** Checks that the tables were created for this cluster, or for a single server if there is none. */
async function checkEngines(
  { client }: Servers,
  { name: database, stored, cluster }: WorkspaceDatabase,
): Promise<void> {
  const name = (quoted: string): string => literal(quoted.replaceAll('`', ''))
  const own = `startsWith(engine_full, concat('Distributed(', {cluster:String}, ', ', {stored:String}))`
  const strange = cluster === null ? `engine = 'Distributed'` : `NOT (${own})`
  const result = await client.query({
    query: `SELECT toUInt32(count()) FROM ${ofAllServers(cluster, 'system.tables')} WHERE database = ${name(database)} AND ${strange}`,
    query_params: { cluster: literal(cluster ?? ''), stored: name(stored) },
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[number]>()
  if (row?.[0] === 0) return
  if (cluster !== null)
    throw unfit(
      cluster,
      `the tables of ${database} were not created for it; see docs/cluster.md, "From one server"`,
    )
  throw new ServiceError(
    'UNAVAILABLE',
    `the tables of ${database} were created for a cluster; set CLICKHOUSE_CLUSTER to its name`,
    { retryAfter: 30 },
  )
}
