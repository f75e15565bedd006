import type { ClickHouseSettings } from '@clickhouse/client'
import type { WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { deviceSlots, physicalName } from '../rollups/tables.js'
import type { BuiltRow } from './catalogue.js'
import {
  builtTable,
  fillCounts,
  fillTables,
  makeCounts,
  makeTables,
  personTable,
  tableOfBuilt,
} from './tables.js'

/** Settings of a background build, which must not slow questions down. */
export const buildSettings: ClickHouseSettings = {
  max_threads: 1,
  max_execution_time: 1_800,
  max_bytes_before_external_group_by: String(500_000_000),
  max_bytes_before_external_sort: String(500_000_000),
  join_use_nulls: 1,
  // Otherwise 26.7 confuses columns of a table and of its projections (see query/run.ts).
  enable_shared_storage_snapshot_in_query: 0,
}

const activeParts = (table: string): string =>
  `(SELECT groupArray((name, toUnixTimestamp(modification_time))) FROM system.parts WHERE database = {database:String} AND table = '${table}' AND active)`

/**
 * Builds a new generation of the snapshot while the current one answers. The parts are listed first, and the slots of exactly
 * these parts are counted: rows stored while the other tables are filled are in none of the listed parts, so they count as
 * changes, whether the tables contain them or not.
 */
export async function buildSnapshot(
  servers: Servers,
  workspace: WorkspaceRef,
  { rollup, generation, first }: { rollup: number; generation: number; first: number },
  signal: AbortSignal,
): Promise<void> {
  const { name: database } = databaseOf(workspace, null)
  const command = async (query: string, values: Record<string, unknown> = {}): Promise<void> => {
    await servers.client.command({
      query,
      query_params: values,
      clickhouse_settings: buildSettings,
      abort_signal: signal,
    })
  }
  await command(tableOfBuilt(database))
  for (const statement of makeTables(database, generation)) await command(statement)
  const parts = await countedParts()
  for (const statement of fillTables(database, { generation, first, rollup })) await command(statement)
  const counted = await servers.client.query({
    query: `SELECT toString(count()) AS devices FROM ${personTable('devices', database, generation)}`,
    format: 'JSONEachRow',
  })
  const [devices] = await counted.json<Pick<BuiltRow, 'devices'>>()
  await servers.client.insert({
    table: builtTable(database),
    values: [{ generation: String(generation), first: String(first), ...devices, ...parts }],
    format: 'JSONEachRow',
  })

  async function listed(): Promise<Parts> {
    const result = await servers.client.query({
      query: `SELECT ${activeParts('events_v1')} AS events, ${activeParts('device_links')} AS links`,
      query_params: { database: database.replaceAll('`', '') },
      format: 'JSONEachRow',
    })
    return (await result.json<Parts>())[0] ?? { events: [], links: [] }
  }

  /**
   * Lists the parts and counts their slots, again if parts were merged meanwhile. If that goes on, no slot is counted: then all
   * rows of merged parts count as new.
   */
  async function countedParts(): Promise<Parts> {
    for (let attempt = 1; ; attempt++) {
      const parts = await listed()
      const events = parts.events.map(([name]) => name)
      if (events.length === 0) return parts
      await command(fillCounts(database, generation, rollup), { events })
      const after = new Set((await listed()).events.map(([name]) => name))
      if (events.every((name) => after.has(name))) return parts
      await command(`DROP TABLE ${personTable('counts', database, generation)}`)
      await command(makeCounts(database, generation))
      if (attempt === mostCounts) return parts
    }
  }
}

type Parts = Pick<BuiltRow, 'events' | 'links'>

/** Attempts to count the slots of parts that are not merged meanwhile. */
const mostCounts = 5

/** Returns the number of rows of the rollup by device, from which questions would be answered without a snapshot. */
export async function countRows(servers: Servers, workspace: WorkspaceRef, rollup: number): Promise<number> {
  const { name: database } = databaseOf(workspace, null)
  const result = await servers.client.query({
    query:
      `SELECT toFloat64(sum(rows)) AS rows FROM system.projection_parts ` +
      `WHERE active AND database = {database:String} AND table = 'events_v1' AND name = {name:String}`,
    query_params: {
      database: database.replaceAll('`', ''),
      name: physicalName(deviceSlots.name, rollup),
    },
    format: 'JSONEachRow',
  })
  return (await result.json<{ rows: number }>())[0]?.rows ?? 0
}
