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
const ofTable: Readonly<Record<string, string>> = {
  merge_max_dynamic_subcolumns_in_wide_part: String(ownPaths),
  merge_max_dynamic_subcolumns_in_compact_part: String(ownPaths),
  object_shared_data_serialization_version: `'map_with_buckets'`,
  object_shared_data_buckets_for_wide_part: '8',
  object_shared_data_buckets_for_compact_part: '4',
  // One map is cheap to write; the first merge splits it into buckets.
  object_shared_data_serialization_version_for_zero_level_parts: `'map'`,
  // Parts are merged once the sum of their sizes is so many times the largest: fewer merges than with ClickHouse's 5,
  // which cost more than the inserts of an import. Old parts are merged all the same.
  merge_selector_base: '8',
}

/** The settings of tables with a JSON column, as far as the server knows them. */
export interface TableSettings {
  /** Settings of an insert. */
  readonly inserting: ClickHouseSettings
  /** Settings of a table with a JSON column, as `name = value`. */
  readonly table: readonly string[]
}

/**
 * Returns a function that reads once which of the settings the server knows. An unknown setting would fail
 * the whole statement.
 */
export function knownSettings(client: ClickHouseClient): () => Promise<TableSettings> {
  let known: Promise<TableSettings> | null = null
  const ask = async (): Promise<TableSettings> => {
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

/** Changes the settings of tables created by an earlier version. Rewrites no rows; skips tables that have them. */
export async function setOnTables(
  servers: Servers,
  { stored }: WorkspaceDatabase,
  { table }: TableSettings,
  tables: readonly string[],
): Promise<void> {
  if (table.length === 0) return
  const result = await servers.client.query({
    query:
      `SELECT DISTINCT name FROM ${ofAllServers(servers.cluster, 'system.tables')} WHERE database = {database:String} ` +
      'AND name IN {tables:Array(String)} AND arrayExists(setting -> position(engine_full, setting) = 0, {settings:Array(String)})',
    query_params: { database: stored.replaceAll('`', ''), tables, settings: table },
    format: 'JSONCompactEachRow',
    clickhouse_settings: await servers.reading(),
  })
  for (const [name] of await result.json<[string]>())
    await servers.everywhere((on) => `ALTER TABLE ${stored}.${name}${on} MODIFY SETTING ${table.join(', ')}`)
}
