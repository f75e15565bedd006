import type { ClickHouseClient } from '@clickhouse/client'
import { ServiceError } from '../../../core/contract/index.js'

export interface Topology {
  readonly shards: number
  /** Of each shard. */
  readonly replicas: number
  /** Whether a Keeper keeps the replicas equal, and spreads statements. */
  readonly replicated: boolean
}

interface Member {
  readonly shard: number
  readonly replica: number
  readonly local: boolean
}

/** What the servers say of the cluster. Rejects with UNAVAILABLE where it cannot be used, in words for the operator. */
export async function topologyOf(
  cluster: string,
  clients: readonly [ClickHouseClient, ...ClickHouseClient[]],
): Promise<Topology> {
  const [first] = clients
  const members = await membersOf(first, cluster)
  const shards = new Set(members.map(({ shard }) => shard)).size
  const replicas = members.length / shards
  if (shards === 0) throw unfit(cluster, 'the server does not know it (system.clusters has no such name)')
  if (members.some(({ replica }) => replica > replicas))
    throw unfit(cluster, 'its shards have different numbers of replicas')
  const replicated = await hasKeeper(first)
  if (replicated) return { shards, replicas, replicated }
  if (replicas > 1) throw unfit(cluster, 'its shards have replicas, which need a Keeper')
  if (clients.length !== shards)
    throw unfit(
      cluster,
      `it has ${shards} shards and no Keeper: name ${shards} servers in CLICKHOUSE_URL, separated by commas, not ${clients.length}`,
    )
  const seen = new Set<number>()
  for (const client of clients) {
    const own = (await membersOf(client, cluster)).filter(({ local }) => local)
    for (const { shard } of own) seen.add(shard)
  }
  if (seen.size !== shards)
    throw unfit(cluster, 'the servers of CLICKHOUSE_URL are not all of its shards, each once')
  return { shards, replicas, replicated }
}

async function membersOf(client: ClickHouseClient, cluster: string): Promise<readonly Member[]> {
  const result = await client.query({
    query: `SELECT shard_num, replica_num, is_local, shard_weight FROM system.clusters WHERE cluster = {cluster:String}`,
    query_params: { cluster },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, number, number, number]>()
  if (rows.some(([, , , weight]) => weight !== 1))
    throw unfit(cluster, 'its shards have weights; rows are spread evenly here')
  return rows.map(([shard, replica, local]) => ({ shard, replica, local: local === 1 }))
}

/** The engine has this table if its configuration names a Keeper. */
async function hasKeeper(client: ClickHouseClient): Promise<boolean> {
  const result = await client.query({
    query: "SELECT count() FROM system.tables WHERE database = 'system' AND name = 'zookeeper'",
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[string | number]>()
  return Number(row?.[0]) > 0
}

export const unfit = (cluster: string, why: string): ServiceError =>
  new ServiceError('UNAVAILABLE', `The cluster ${cluster} cannot be used: ${why}.`, { retryAfter: 30 })
