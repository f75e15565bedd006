import type { WorkspaceRef } from '../../../contract/index.js'
import type { Shards } from '../../sql/dialect.js'

/** Where the tables of a workspace are. Database names are quoted. */
export interface WorkspaceDatabase {
  /** The database with all rows: questions read it, inserts go into it. */
  readonly name: string
  /** The database that stores the rows: the same one, or, on a cluster, each shard's own part. */
  readonly stored: string
  /** The name of the cluster, or null for a single server. */
  readonly cluster: string | null
}

/** Returns where a workspace's tables are: database `w7`, and `w7_shard` for the stored rows on a cluster. */
export function databaseOf({ number }: WorkspaceRef, cluster: string | null): WorkspaceDatabase {
  const database = `\`w${number}\``
  return { name: database, stored: cluster === null ? database : `\`w${number}_shard\``, cluster }
}

/** Returns a string as a SQL literal. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Returns the statement that creates the table over a table of all shards; `key` is the sharding key. */
export const tableOverShards = (
  { name, stored, cluster }: WorkspaceDatabase,
  table: string,
  key: string,
  on: string,
): string =>
  `CREATE TABLE IF NOT EXISTS ${name}.${table}${on} AS ${stored}.${table} ` +
  `ENGINE = Distributed(${literal(cluster ?? '')}, ${literal(stored.replaceAll('`', ''))}, '${table}', ${key})`

/** Returns a table expression for a system table over all servers. */
export const ofAllServers = (cluster: string | null, table: string): string =>
  cluster === null ? table : `clusterAllReplicas(${literal(cluster)}, ${table})`

/**
 * Returns how statements are distributed over the shards, or null for a single server. Each shard reads and
 * executes everything up to the first grouping; the queried server merges the groups. So the shards do the
 * work and only groups travel.
 */
export function shardsOf({ cluster, stored }: WorkspaceDatabase): Shards | null {
  if (cluster === null) return null
  const read = (table: string): string => `cluster(${literal(cluster)}, ${table})`
  return { database: stored, gather: (select) => read(`view(${select})`), read, everywhere: 'GLOBAL ' }
}
