import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { topologyOf, type Topology } from './topology.js'
import { identifier } from '../identifier.js'

/** The queried server and the other servers of its cluster. */
export interface Servers {
  /** A client of the queried server. */
  readonly client: ClickHouseClient
  /** The name of the cluster, or null for a single server. */
  readonly cluster: string | null
  /**
   * Runs a DDL statement on every server; `on` is the ON CLUSTER clause that follows the object's name. With
   * a Keeper, the engine distributes the statement, also to servers that are down now. Without one, every
   * server is sent the statement.
   */
  everywhere(statement: (on: string) => string): Promise<void>
  /**
   * Returns the topology. Rejects with UNAVAILABLE, and a message for the operator, if the cluster cannot be
   * used.
   */
  layout(): Promise<Topology>
  /** Settings of an insert. */
  inserting(): Promise<ClickHouseSettings>
  /** Settings of a read. */
  reading(): Promise<ClickHouseSettings>
  close(): Promise<void>
}

const alone: Topology = { shards: 1, replicas: 1, replicated: false }

/** Returns the Servers of a single server. `close` leaves the client open. */
export const singleServer = (client: ClickHouseClient): Servers => ({
  client,
  cluster: null,
  async everywhere(statement) {
    await client.command({ query: statement('') })
  },
  layout: () => Promise.resolve(alone),
  inserting: () => Promise.resolve({}),
  reading: () => Promise.resolve({}),
  close: () => Promise.resolve(),
})

/**
 * Settings of an insert: it is acknowledged once every shard has stored its part on a majority of its
 * replicas.
 */
export const insertingOn = ({ replicas }: Topology): ClickHouseSettings => ({
  distributed_foreground_insert: 1,
  ...(replicas > 1 && { insert_quorum: 'auto', insert_quorum_parallel: 0, insert_keeper_max_retries: '0' }),
})

/**
 * Settings of a read: it covers all shards or fails, and reads only replicas that have every acknowledged
 * row.
 */
export const readingOn = ({ replicas }: Topology): ClickHouseSettings => ({
  skip_unavailable_shards: 0,
  distributed_group_by_no_merge: '0',
  // A subquery without GLOBAL fails instead of running on every shard against every shard.
  distributed_product_mode: 'deny',
  optimize_skip_unused_shards: 0,
  enable_parallel_replicas: 0,
  ...(replicas > 1 && { select_sequential_consistency: '1' }),
})

/**
 * Returns the Servers of a cluster. The first client is the queried server; without a Keeper, `clients` must
 * hold one per server.
 */
export function clusterServers(
  cluster: string,
  clients: readonly [ClickHouseClient, ...ClickHouseClient[]],
): Servers {
  const [first, ...others] = clients
  let known: Promise<Topology> | null = null
  const topology = (): Promise<Topology> =>
    (known ??= topologyOf(cluster, clients).catch((error: unknown) => {
      known = null
      throw error
    }))
  return {
    client: first,
    cluster,
    layout: topology,
    async everywhere(statement) {
      const { replicated } = await topology()
      if (replicated) await first.command({ query: statement(` ON CLUSTER ${identifier(cluster)}`) })
      else await allOf(clients.map((client) => client.command({ query: statement('') })))
    },
    inserting: async () => insertingOn(await topology()),
    reading: async () => readingOn(await topology()),
    async close() {
      await Promise.all(others.map((client) => client.close()))
    },
  }
}

/** Waits for all before it throws the first failure: what follows must not overlap with them. */
async function allOf(running: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(running)) if (ended.status === 'rejected') throw ended.reason
}
