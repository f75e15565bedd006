import type { WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { buildSettings } from '../activity-snapshot/build.js'
import { generationOfTable, personTable } from '../activity-snapshot/tables.js'
import { heldTable, type PersonMap } from './map.js'

/**
 * The part of the engine's memory that all held maps may take. A device takes up to 150 bytes, as long as its workspace is not
 * idle.
 */
const partOfMemory = 1 / 16
const bytesOfDevice = 150

/**
 * Holds the map of a generation in the engine's memory, as a hash table that statements look persons up in. To join it,
 * each statement reads it and builds a hash table of it. Returns whether it is held now.
 *
 * The table is on no disk, so it is empty after a restart of the engine, and after its workspace was idle. Its last row has the
 * key 0, which no device has: without it a statement fails instead of taking devices for persons (isHeld).
 */
export async function holdInMemory(
  servers: Servers,
  workspace: WorkspaceRef,
  { generation, mapped }: PersonMap,
): Promise<boolean> {
  const { name: database } = databaseOf(workspace, null)
  if (!(await fits(servers, mapped))) return false
  const table = heldTable(database, generation)
  const command = async (query: string): Promise<void> => {
    await servers.client.command({ query, clickhouse_settings: buildSettings })
  }
  // What a process that ended meanwhile has inserted is inserted again: a key has one row.
  await command(
    `CREATE TABLE IF NOT EXISTS ${table} (device UInt64, person UInt64)
      ENGINE = Join(ANY, LEFT, device) SETTINGS persistent = 0, join_use_nulls = 0`,
  )
  await command(`INSERT INTO ${table} SELECT device, person FROM ${personTable('map', database, generation)}`)
  await command(`INSERT INTO ${table} SELECT toUInt64(0), toUInt64(1)`)
  return true
}

/** Whether the held maps of all workspaces, with this one, stay within their part of the engine's memory. */
async function fits(servers: Servers, mapped: number): Promise<boolean> {
  const result = await servers.client.query({
    query: `SELECT toFloat64((SELECT sum(total_bytes) FROM system.tables WHERE engine = 'Join')) AS held,
      toFloat64((SELECT value FROM system.server_settings WHERE name = 'max_server_memory_usage')) AS memory`,
    format: 'JSONEachRow',
  })
  const [found] = await result.json<{ held: number; memory: number }>()
  return found !== undefined && found.held + mapped * bytesOfDevice <= found.memory * partOfMemory
}

/** Frees the memory of the workspace's other generations. A statement that still reads one fails, and is asked without it. */
export async function releaseOthers(
  servers: Servers,
  workspace: WorkspaceRef,
  { generation }: Pick<PersonMap, 'generation'>,
): Promise<void> {
  const { name: database } = databaseOf(workspace, null)
  const result = await servers.client.query({
    query: `SELECT name FROM system.tables WHERE database = {database:String} AND engine = 'Join' AND startsWith(name, 'person_')`,
    query_params: { database: database.replaceAll('`', '') },
    format: 'JSONEachRow',
  })
  for (const { name } of await result.json<{ name: string }>()) {
    const other = generationOfTable(name)
    if (other !== null && other !== generation)
      await servers.client.command({ query: `DROP TABLE IF EXISTS ${heldTable(database, other)}` })
  }
}
