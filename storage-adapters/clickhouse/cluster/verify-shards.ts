import { ServiceError } from '../../../core/contract/index.js'
import { unfit } from './topology.js'
import { literal, ofAllServers, type Place } from './database.js'
import type { Servers } from './servers.js'

/**
 * Whether the rows of a workspace lie where the settings say. What is joined by device lies on one shard, so a shard more
 * or another order of them would answer wrongly: each shard has a row with its place among how many there were when
 * the workspace was made. Rejects with UNAVAILABLE, in words for the operator.
 */
export async function verifyShards(servers: Servers, place: Place): Promise<void> {
  await checkEngines(servers, place)
  if (place.cluster === null) return
  const { shards } = await servers.layout()
  let found = await placesOf(servers, place)
  if (found.length === 0) {
    await servers.client.command({
      query: `INSERT INTO ${place.database}.shard_places SELECT number + 1, {shards:UInt32} FROM numbers({shards:UInt32})`,
      query_params: { shards },
      clickhouse_settings: await servers.inserting(),
    })
    found = await placesOf(servers, place)
  }
  const asMade = found.every(([now, then, of]) => now === then && of === shards)
  if (!asMade || found.length !== shards)
    throw unfit(
      place.cluster,
      `its shards are not those that ${place.database} was spread over (now ${shards}; see docs/cluster.md, "Adding a shard")`,
    )
}

async function placesOf(
  servers: Servers,
  { database }: Place,
): Promise<readonly (readonly [number, number, number])[]> {
  const result = await servers.client.query({
    query: `SELECT DISTINCT _shard_num, shard, shards FROM ${database}.shard_places`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: await servers.reading(),
  })
  return result.json<[number, number, number]>()
}

/** A database that was made for one server holds no cluster's tables, and the other way round. */
async function checkEngines({ client }: Servers, { database, stored, cluster }: Place): Promise<void> {
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
      `the tables of ${database} were not made for it (see docs/cluster.md, "From one server")`,
    )
  throw new ServiceError(
    'UNAVAILABLE',
    `The tables of ${database} were made for a cluster: name it in CLICKHOUSE_CLUSTER.`,
    { retryAfter: 30 },
  )
}
