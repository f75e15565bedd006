import type { WorkspaceRef } from '../../../core/contract/index.js'
import type { Shards } from '../../sql/dialect.js'

/** Where the tables of a workspace are. Names of databases are quoted. */
export interface Place {
  /** The tables with all rows: what questions are asked of, and what is inserted into. */
  readonly database: string
  /** The tables in which rows are stored: the same, or, on a cluster, each shard's own part. */
  readonly stored: string
  /** The name of the cluster; null: everything lies on one server. */
  readonly cluster: string | null
}

export function placeOf({ number }: WorkspaceRef, cluster: string | null): Place {
  const database = `\`w${number}\``
  return { database, stored: cluster === null ? database : `\`w${number}_shard\``, cluster }
}

/** A text as a literal of the engine. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A system table of all servers. */
export const ofAllServers = (cluster: string | null, table: string): string =>
  cluster === null ? table : `clusterAllReplicas(${literal(cluster)}, ${table})`

/**
 * How statements are spread over the shards. The engine sends each of them what stands before the first grouping, together
 * with the reading, and puts its groups together: so the shards do the work, and groups travel.
 */
export function shardsOf({ cluster, stored }: Place): Shards | null {
  if (cluster === null) return null
  const read = (table: string): string => `cluster(${literal(cluster)}, ${table})`
  return { database: stored, gather: (select) => read(`view(${select})`), read, everywhere: 'GLOBAL ' }
}
