import type { WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import type { Part } from './stored-parts.js'
import type { ActivitySnapshot } from './snapshot.js'
import { builtTable, generationOfTable, personTable, personTables, storedKinds } from './tables.js'

type Pair = readonly [name: string, time: number]

/** A row of the table of complete generations. */
export interface BuiltRow {
  readonly generation: string
  readonly first: string
  readonly devices: string
  readonly events: readonly Pair[]
  readonly links: readonly Pair[]
}

/** The generations of a workspace's snapshot. */
export interface BuiltDays {
  /** The newest complete one, or null. */
  readonly newest: ActivitySnapshot | null
  /** All generations with tables, newest first, and whether they are complete. */
  readonly generations: readonly { readonly generation: number; readonly whole: boolean }[]
}

/** Reads which generations of a workspace's snapshot exist. */
export async function builtSnapshots(servers: Servers, workspace: WorkspaceRef): Promise<BuiltDays> {
  const { name: database } = databaseOf(workspace, null)
  const values = { database: database.replaceAll('`', '') }
  const read = async <T>(query: string): Promise<readonly T[]> =>
    (await servers.client.query({ query, query_params: values, format: 'JSONEachRow' })).json<T>()
  const tables = await read<{ name: string; rows: number }>(
    `SELECT name, toFloat64(ifNull(total_rows, 0)) AS rows FROM system.tables WHERE database = {database:String} AND startsWith(name, 'person_')`,
  )
  const sizes = new Map(tables.map(({ name, rows }) => [name, rows]))
  const names = new Set(sizes.keys())
  const generations = new Set([...names].flatMap((name) => generationOfTable(name) ?? []))
  const sorted = [...generations].sort((a, b) => b - a)
  const listed = (whole: readonly number[]): BuiltDays['generations'] =>
    sorted.map((generation) => ({ generation, whole: whole.includes(generation) }))
  if (!names.has('person_days_built')) return { newest: null, generations: listed([]) }
  const rows = await read<BuiltRow>(
    `SELECT toString(generation) AS generation, toString(first) AS first, toString(devices) AS devices, events, links
      FROM ${builtTable(database)} ORDER BY generation DESC`,
  )
  const all = listed(rows.map(({ generation }) => Number(generation)))
  // A generation of an older version lacks tables. It does not answer, and a new one is built.
  const isComplete = ({ generation }: BuiltRow): boolean =>
    storedKinds.every((kind) => names.has(personTable(kind, '', Number(generation)).slice(1)))
  const found = rows.find(isComplete)
  if (found === undefined) return { newest: null, generations: all }
  const partsOf = (pairs: readonly Pair[]): readonly Part[] => pairs.map(([name, time]) => ({ name, time }))
  const generation = Number(found.generation)
  const links = partsOf(found.links)
  const sizeOf = (kind: 'map' | 'leaders' | 'held'): number | undefined =>
    sizes.get(personTable(kind, '', generation).slice(1))
  const [mapped, users] = [sizeOf('map'), sizeOf('leaders')]
  return {
    newest: {
      generation,
      first: Number(found.first),
      devices: Number(found.devices),
      parts: { events: partsOf(found.events), links },
      persons:
        mapped === undefined || users === undefined
          ? null
          : { generation, cluster: null, mapped, users, held: (sizeOf('held') ?? 0) > mapped, parts: links },
    },
    generations: all,
  }
}

/** Drops a generation, or the remains of an unfinished one. */
export async function dropSnapshot(
  servers: Servers,
  workspace: WorkspaceRef,
  generation: number,
): Promise<void> {
  const { name: database } = databaseOf(workspace, null)
  for (const table of personTables(database, generation))
    await servers.client.command({ query: `DROP TABLE IF EXISTS ${table}` })
}
