import type { ClickHouseClient } from '@clickhouse/client'
import { ServiceError } from '../../../contract/index.js'

/** The layout of a cluster. */
export interface Topology {
  readonly shards: number
  /** Replicas per shard. */
  readonly replicas: number
  /** Whether a Keeper synchronizes the replicas and distributes DDL statements. */
  readonly replicated: boolean
}

interface Member {
  readonly shard: number
  readonly replica: number
  readonly local: boolean
}

/**
 * Reads the topology from the servers. Rejects with UNAVAILABLE, and a message for the operator, if the
 * cluster cannot be used.
 */
export async function topologyOf(
  cluster: string,
  clients: readonly [ClickHouseClient, ...ClickHouseClient[]],
): Promise<Topology> {
  const [first] = clients
  const members = await membersOf(first, cluster)
  const shards = new Set(members.map(({ shard }) => shard)).size
  const replicas = members.length / shards
  if (shards === 0)
    throw unfit(
      cluster,
      'the server does not know it; add it to remote_servers or correct CLICKHOUSE_CLUSTER',
    )
  if (members.some(({ replica }) => replica > replicas))
    throw unfit(cluster, 'its shards have different numbers of replicas')
  const replicated = await hasKeeper(first)
  if (replicated) return { shards, replicas, replicated }
  if (replicas > 1) throw unfit(cluster, 'its shards have replicas, which require a Keeper')
  if (clients.length !== shards)
    throw unfit(
      cluster,
      `it has ${shards} shards and no Keeper; list ${shards} servers in CLICKHOUSE_URL, separated by commas, not ${clients.length}`,
    )
  const seen = new Set<number>()
  for (const client of clients) {
    const own = (await membersOf(client, cluster)).filter(({ local }) => local)
    for (const { shard } of own) seen.add(shard)
  }
  if (seen.size !== shards) throw unfit(cluster, 'CLICKHOUSE_URL must list one server of each shard')
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
    throw unfit(cluster, 'its shards have weights; remove them, because rows are spread evenly')
  return rows.map(([shard, replica, local]) => ({ shard, replica, local: local === 1 }))
}

/** ClickHouse has this table only if its configuration names a Keeper. */
async function hasKeeper(client: ClickHouseClient): Promise<boolean> {
  const result = await client.query({
    query: "SELECT count() FROM system.tables WHERE database = 'system' AND name = 'zookeeper'",
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[string | number]>()
  return Number(row?.[0]) > 0
}

/** Returns a 503 with a message for the operator: why the cluster cannot be used. */
export const unfit = (cluster: string, why: string): ServiceError =>
  new ServiceError('UNAVAILABLE', `cluster ${cluster} cannot be used: ${why}`, { retryAfter: 30 })
