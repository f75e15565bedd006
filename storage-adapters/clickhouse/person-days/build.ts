import type { ClickHouseSettings } from '@clickhouse/client'
import type { WorkspaceRef } from '../../../core/contract/index.js'
import { placeOf } from '../places.js'
import type { Servers } from '../servers.js'
import type { Part } from './parts.js'
import type { PersonDays } from './person-days.js'
import {
  builtTable,
  fillTables,
  generationOfTable,
  makeTables,
  personTable,
  personTables,
  tableOfBuilt,
} from './tables.js'

/** In the background: beside questions, and not at their cost. */
const settings: ClickHouseSettings = {
  max_threads: 1,
  max_execution_time: 1_800,
  max_bytes_before_external_group_by: String(500_000_000),
  max_bytes_before_external_sort: String(500_000_000),
  join_use_nulls: 1,
  // 26.7 mixes up the columns of a table and those of its projections else (see run.ts).
  enable_shared_storage_snapshot_in_query: 0,
}

type Pair = readonly [name: string, time: number]

interface Row {
  readonly generation: string
  readonly first: string
  readonly devices: string
  readonly events: readonly Pair[]
  readonly links: readonly Pair[]
}

const activeParts = (table: string): string =>
  `(SELECT groupArray((name, toUnixTimestamp(modification_time))) FROM system.parts WHERE database = {database:String} AND table = '${table}' AND active)`

/**
 * Makes the days of persons anew, beside those that answer. The parts are looked up first: what is stored while the
 * tables are filled is in none of the known parts, and so is asked for itself, whether it is in the tables or not.
 */
export async function buildPersonDays(
  servers: Servers,
  workspace: WorkspaceRef,
  { rollup, generation, first }: { rollup: number; generation: number; first: number },
  signal: AbortSignal,
): Promise<void> {
  const { database } = placeOf(workspace, null)
  const command = async (query: string, values: Record<string, unknown> = {}): Promise<void> => {
    await servers.client.command({
      query,
      query_params: values,
      clickhouse_settings: settings,
      abort_signal: signal,
    })
  }
  await command(tableOfBuilt(database))
  const result = await servers.client.query({
    query: `SELECT ${activeParts('events_v1')} AS events, ${activeParts('device_links')} AS links`,
    query_params: { database: database.replaceAll('`', '') },
    format: 'JSONEachRow',
  })
  const [parts] = await result.json<Pick<Row, 'events' | 'links'>>()
  for (const statement of makeTables(database, generation)) await command(statement)
  for (const statement of fillTables(database, { generation, first, rollup })) await command(statement)
  const counted = await servers.client.query({
    query: `SELECT toString(count()) AS devices FROM ${personTable('devices', database, generation)}`,
    format: 'JSONEachRow',
  })
  const [devices] = await counted.json<Pick<Row, 'devices'>>()
  await servers.client.insert({
    table: builtTable(database),
    values: [{ generation: String(generation), first: String(first), ...devices, ...parts }],
    format: 'JSONEachRow',
  })
}

export interface BuiltDays {
  /** The newest that are whole. */
  readonly newest: PersonDays | null
  /** All of which there are tables, the newest first, and whether they are whole. */
  readonly generations: readonly { readonly generation: number; readonly whole: boolean }[]
}

export async function builtPersonDays(servers: Servers, workspace: WorkspaceRef): Promise<BuiltDays> {
  const { database } = placeOf(workspace, null)
  const values = { database: database.replaceAll('`', '') }
  const read = async <T>(query: string): Promise<readonly T[]> =>
    (await servers.client.query({ query, query_params: values, format: 'JSONEachRow' })).json<T>()
  const tables = await read<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, 'person_')`,
  )
  const names = new Set(tables.map(({ name }) => name))
  const generations = new Set([...names].flatMap((name) => generationOfTable(name) ?? []))
  const sorted = [...generations].sort((a, b) => b - a)
  const listed = (whole: readonly number[]): BuiltDays['generations'] =>
    sorted.map((generation) => ({ generation, whole: whole.includes(generation) }))
  if (!names.has('person_days_built')) return { newest: null, generations: listed([]) }
  const rows = await read<Row>(
    `SELECT toString(generation) AS generation, toString(first) AS first, toString(devices) AS devices, events, links
      FROM ${builtTable(database)} ORDER BY generation DESC`,
  )
  const all = listed(rows.map(({ generation }) => Number(generation)))
  const found = rows.find(({ generation }) => generations.has(Number(generation)))
  if (found === undefined) return { newest: null, generations: all }
  const partsOf = (pairs: readonly Pair[]): readonly Part[] => pairs.map(([name, time]) => ({ name, time }))
  return {
    newest: {
      generation: Number(found.generation),
      first: Number(found.first),
      devices: Number(found.devices),
      parts: { events: partsOf(found.events), links: partsOf(found.links) },
    },
    generations: all,
  }
}

/** Removes a generation, or what is left of one that was not finished. */
export async function dropPersonDays(
  servers: Servers,
  workspace: WorkspaceRef,
  generation: number,
): Promise<void> {
  const { database } = placeOf(workspace, null)
  for (const table of personTables(database, generation))
    await servers.client.command({ query: `DROP TABLE IF EXISTS ${table}` })
}

/** How many events there are. */
export async function countRows(servers: Servers, workspace: WorkspaceRef): Promise<number> {
  const { database } = placeOf(workspace, null)
  const result = await servers.client.query({
    query: `SELECT toFloat64(count()) AS rows FROM ${database}.events_v1`,
    format: 'JSONEachRow',
  })
  return (await result.json<{ rows: number }>())[0]?.rows ?? 0
}
