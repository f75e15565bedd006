import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { topologyOf, type Topology } from './topology.js'
import { identifier } from '../identifier.js'

/** The server that is asked, and the others that its cluster has. */
export interface Servers {
  /** Of the server that is asked. */
  readonly client: ClickHouseClient
  /** Null: there is one server alone. */
  readonly cluster: string | null
  /**
   * Runs a statement that makes, changes or drops something on every server; `on` stands behind the name of what it is
   * about. Where a Keeper is, the engine spreads it, also to servers that are down now; else each is told in turn.
   */
  everywhere(statement: (on: string) => string): Promise<void>
  /** Rejects with UNAVAILABLE, in words for the operator, where the cluster cannot be used. */
  layout(): Promise<Topology>
  /** What rows are inserted under. */
  inserting(): Promise<ClickHouseSettings>
  /** What is read under. */
  reading(): Promise<ClickHouseSettings>
  close(): Promise<void>
}

const alone: Topology = { shards: 1, replicas: 1, replicated: false }

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

/** An insert is answered when every shard has stored its part, each on most of its replicas. */
export const insertingOn = ({ replicas }: Topology): ClickHouseSettings => ({
  distributed_foreground_insert: 1,
  ...(replicas > 1 && { insert_quorum: 'auto', insert_quorum_parallel: 0, insert_keeper_max_retries: '0' }),
})

/** An answer is of all shards or none, and of replicas that have all that was acknowledged. */
export const readingOn = ({ replicas }: Topology): ClickHouseSettings => ({
  skip_unavailable_shards: 0,
  distributed_group_by_no_merge: '0',
  // Whatever is not said to be made once for all shards fails, and is not asked of all by all.
  distributed_product_mode: 'deny',
  optimize_skip_unused_shards: 0,
  enable_parallel_replicas: 0,
  ...(replicas > 1 && { select_sequential_consistency: '1' }),
})

/** `clients`: of every server, where there is no Keeper; the first is the one that is asked. */
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

/** All have ended before one of them is said to have failed: what comes next must not meet them. */
async function allOf(running: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(running)) if (ended.status === 'rejected') throw ended.reason
}
