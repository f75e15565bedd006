import type { ClickHouseClient } from '@clickhouse/client'
import type { Capacity, Usage, WorkspaceLoad } from '../../contract/index.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { ofAllServers } from './cluster/database.js'

/** Timeout per request in ms: a health check must not hang with the engine it checks. */
const requestMs = 5_000

/** Each figure is the worst one among all servers. */
const figures = (cluster: string | null): string => `
SELECT
  (SELECT max(value) FROM ${ofAllServers(cluster, 'system.metrics')} WHERE metric = 'MemoryTracking') AS memory,
  (SELECT min(toInt64(value)) FROM ${ofAllServers(cluster, 'system.server_settings')}
    WHERE name = 'max_server_memory_usage') AS memoryLimit,
  (SELECT max(files) FROM (SELECT sum(value) AS files FROM ${ofAllServers(cluster, 'system.metrics')}
    WHERE metric IN ('OpenFileForRead', 'OpenFileForWrite') GROUP BY hostName())) AS openFiles,
  (SELECT max(many) FROM (SELECT count() AS many FROM ${ofAllServers(cluster, 'system.parts')}
    WHERE active GROUP BY hostName())) AS parts,
  (SELECT min(toInt64(value)) FROM ${ofAllServers(cluster, 'system.merge_tree_settings')}
    WHERE name = 'parts_to_throw_insert') AS partitionLimit,
  (SELECT argMin((free_space, total_space), free_space / total_space)
    FROM ${ofAllServers(cluster, 'system.disks')} WHERE NOT is_remote AND NOT is_read_only AND total_space > 0) AS disk`

/**
 * Workspaces with parts younger than a minute, with more than 10 parts in a partition, or with running merges
 * or inserts.
 */
const loads = (cluster: string | null): string => `
SELECT database, max(inPartition) AS parts, max(fresh) AS freshFiles, max(held) AS memoryBytes FROM (
  SELECT database, max(many) AS inPartition, sum(files) AS fresh, 0 AS held FROM (
    SELECT database, hostName() AS host, table, count() AS many,
      sumIf(files, modification_time > now() - 60) AS files
    FROM ${ofAllServers(cluster, 'system.parts')}
    WHERE active AND match(database, {workspaces:String})
    GROUP BY database, host, table, partition_id)
  GROUP BY database, host
  HAVING fresh > 0 OR inPartition > 10
  UNION ALL
  SELECT database, 0, 0, sum(bytes) FROM (
    SELECT database, hostName() AS host, toInt64(memory_usage) AS bytes FROM ${ofAllServers(cluster, 'system.merges')}
    UNION ALL
    SELECT extract(initial_query_id, {appends:String}), hostName(), greatest(toInt64(memory_usage), 0)
    FROM ${ofAllServers(cluster, 'system.processes')})
  WHERE match(database, {workspaces:String})
  GROUP BY database, host)
GROUP BY database`

const parameters = { workspaces: '^w\\d+(_shard)?$', appends: '^sextant-append-(w\\d+)-' }

interface FiguresRow {
  readonly memory: number | string
  readonly memoryLimit: number | string
  readonly openFiles: number | string
  readonly parts: number | string
  readonly partitionLimit: number | string
  readonly disk: readonly [number | string, number | string]
}

interface LoadRow {
  readonly database: string
  readonly parts: number | string
  readonly freshFiles: number | string
  readonly memoryBytes: number | string
}

/**
 * Reads how close ClickHouse is to its limits. For an embedded engine, open files and disk come from the
 * operating system.
 */
export function capacityReader(connection: ClickHouseConnection, cluster: string | null) {
  let opened: ClickHouseClient | undefined
  const rows = async <R>(query: string): Promise<readonly R[]> => {
    opened ??= connect(connection, requestMs)
    const result = await opened.query({
      query,
      query_params: parameters,
      format: 'JSONEachRow',
      // A server that is down reports no figures and accepts no inserts either.
      clickhouse_settings: { max_execution_time: requestMs / 1_000, skip_unavailable_shards: 1 },
    })
    return result.json<R>()
  }
  return {
    async read(): Promise<Capacity> {
      const [[figuresRow], loadRows, resources] = await Promise.all([
        rows<FiguresRow>(figures(cluster)),
        rows<LoadRow>(loads(cluster)),
        connection.resources?.() ?? null,
      ])
      if (figuresRow === undefined) throw new Error('ClickHouse returned no capacity figures')
      const { memory, memoryLimit, parts, partitionLimit, disk } = figuresRow
      return {
        openFiles: resources?.openFiles ?? { used: Number(figuresRow.openFiles), limit: null },
        memory: { used: Number(memory), limit: limitOf(memoryLimit) },
        connections: null,
        disk: resources?.disk ?? { free: Number(disk[0]), total: Number(disk[1]) },
        dataBytes: null,
        parts: { total: Number(parts), partitionLimit: Number(partitionLimit) },
        workspaces: loadRows.map(loadOf),
      }
    },
    async close(): Promise<void> {
      await opened?.close()
    },
  }
}

/** ClickHouse reports "no limit" as 0. */
const limitOf = (value: number | string): Usage['limit'] => (Number(value) > 0 ? Number(value) : null)

const loadOf = ({ database, parts, freshFiles, memoryBytes }: LoadRow): WorkspaceLoad => ({
  workspace: Number(/\d+/.exec(database)?.[0]),
  parts: Number(parts),
  freshFiles: Number(freshFiles),
  memoryBytes: Number(memoryBytes),
})
