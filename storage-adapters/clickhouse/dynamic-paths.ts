import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { WorkspaceDatabase } from './cluster/database.js'
import { ofAllServers } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'

/**
 * The number of names of a JSON column that get files of their own in a part. ClickHouse's default is 1,024,
 * and each name takes six files of every part: a client with ids in its property names would use up the
 * engine's open files. All further names of a part share a bounded number of files: maps in buckets by name,
 * of which a question reads one. ClickHouse's `advanced` serialization reads one name faster, but merging a
 * million names in it takes more memory than a server has.
 *
 * These are settings of the table and of the insert, not parameters of the column's type: existing parts stay
 * readable and lose their surplus files at the next merge.
 */
export const ownPaths = 32

const onInsert = 'max_dynamic_subcolumns_in_json_type_parsing'
const firstOfTable = 'merge_max_dynamic_subcolumns_in_wide_part'
const ofTable: Readonly<Record<string, string>> = {
  [firstOfTable]: String(ownPaths),
  merge_max_dynamic_subcolumns_in_compact_part: String(ownPaths),
  object_shared_data_serialization_version: `'map_with_buckets'`,
  object_shared_data_buckets_for_wide_part: '8',
  object_shared_data_buckets_for_compact_part: '4',
  // One map is cheap to write; the first merge splits it into buckets.
  object_shared_data_serialization_version_for_zero_level_parts: `'map'`,
}

/** The settings that bound dynamic paths, as far as the server knows them. */
export interface PathLimits {
  /** Settings of an insert. */
  readonly inserting: ClickHouseSettings
  /** Settings of a table with a JSON column, as `name = value`. */
  readonly table: readonly string[]
}

/**
 * Returns a function that reads once which of the settings the server knows. An unknown setting would fail
 * the whole statement.
 */
export function pathLimits(client: ClickHouseClient): () => Promise<PathLimits> {
  let known: Promise<PathLimits> | null = null
  const ask = async (): Promise<PathLimits> => {
    const result = await client.query({
      query:
        'SELECT name FROM system.settings WHERE name = {inserting:String} ' +
        'UNION ALL SELECT name FROM system.merge_tree_settings WHERE name IN {table:Array(String)}',
      query_params: { inserting: onInsert, table: Object.keys(ofTable) },
      format: 'JSONCompactEachRow',
    })
    const names = new Set((await result.json<[string]>()).map(([name]) => name))
    return {
      inserting: names.has(onInsert) ? { [onInsert]: String(ownPaths) } : {},
      table: Object.entries(ofTable)
        .filter(([name]) => names.has(name))
        .map(([name, value]) => `${name} = ${value}`),
    }
  }
  return () =>
    (known ??= ask().catch((error: unknown) => {
      known = null
      throw error
    }))
}

/** Sets the limits on tables created by an earlier version. Rewrites no rows; skips tables that have them. */
export async function limitPaths(
  servers: Servers,
  { stored }: WorkspaceDatabase,
  { table }: PathLimits,
  tables: readonly string[],
): Promise<void> {
  if (!table.some((setting) => setting.startsWith(firstOfTable))) return
  const result = await servers.client.query({
    query:
      `SELECT DISTINCT name FROM ${ofAllServers(servers.cluster, 'system.tables')} WHERE database = {database:String} ` +
      'AND name IN {tables:Array(String)} AND position(engine_full, {setting:String}) = 0',
    query_params: { database: stored.replaceAll('`', ''), tables, setting: firstOfTable },
    format: 'JSONCompactEachRow',
    clickhouse_settings: await servers.reading(),
  })
  for (const [name] of await result.json<[string]>())
    await servers.everywhere((on) => `ALTER TABLE ${stored}.${name}${on} MODIFY SETTING ${table.join(', ')}`)
}
