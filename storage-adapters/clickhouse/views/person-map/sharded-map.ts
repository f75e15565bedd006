import type { ClickHouseSettings } from '@clickhouse/client'
import type { WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf, tableOverShards, type WorkspaceDatabase } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { latestLinks } from '../../query/scan.js'
import { buildSettings } from '../activity-snapshot/build.js'
import type { Upkeep } from '../activity-snapshot/upkeep.js'
import { generationOfTable, personTable, tableSettings } from '../activity-snapshot/tables.js'
import type { BuiltGenerations, Generations } from '../generations.js'
import { gathered, readLinkParts } from './late.js'

/** A row of the table of complete generations. */
interface BuiltRow {
  readonly generation: string
  readonly mapped: string
  readonly users: string
  readonly links: readonly (readonly [name: string, time: number])[]
}

/**
 * The tables of a generation: the leaders and the map, as on a single server, and, while it is built, the devices of each
 * user. Each has rows of its own on every shard, and one table over all; it is sharded by its first column.
 */
const kinds = ['users', 'leaders', 'map'] as const
type Kind = (typeof kinds)[number]
const columns: Readonly<Record<Kind, readonly [string, string]>> = {
  users: ['user', 'device'],
  leaders: ['user', 'device'],
  map: ['device', 'person'],
}

/** The table of complete generations. */
const builtName = 'person_map_built'

/** Otherwise the engine stores a row on the shard that reads it, not on the one where it belongs. */
const apart: ClickHouseSettings = { parallel_distributed_insert_select: '0' }

/**
 * Returns the generations of the map of persons on a cluster. Where shards have replicas there is no map, because newer links
 * are found by the names of parts, which replicas do not share.
 */
export function shardedMaps(servers: Servers, upkeep: Pick<Upkeep, 'leastUsers'>): Generations {
  const at = (workspace: WorkspaceRef): WorkspaceDatabase => databaseOf(workspace, servers.cluster)
  const hasOneReplica = async (): Promise<boolean> => (await servers.layout()).replicas === 1
  const command = async (query: string, signal?: AbortSignal): Promise<void> => {
    const all = { ...buildSettings, ...(await servers.reading()), ...(await servers.inserting()), ...apart }
    await servers.client.command({
      query,
      clickhouse_settings: all,
      ...(signal !== undefined && { abort_signal: signal }),
    })
  }
  const read = async <T>(query: string, values: Readonly<Record<string, unknown>> = {}): Promise<T[]> => {
    const clickhouse_settings = await servers.reading()
    const query_params = { ...values }
    const result = await servers.client.query({
      query,
      query_params,
      format: 'JSONEachRow',
      clickhouse_settings,
    })
    return result.json<T>()
  }

  /** Creates a table on every shard, and the table over all of them. */
  async function create(
    database: WorkspaceDatabase,
    table: string,
    definition: string,
    order: string,
  ): Promise<void> {
    await servers.everywhere(
      (on) =>
        `CREATE TABLE IF NOT EXISTS ${database.stored}.${table}${on} (${definition}) ENGINE = MergeTree ORDER BY ${order} ${tableSettings}`,
    )
    await servers.everywhere((on) => tableOverShards(database, table, order, on))
  }

  async function drop(
    database: WorkspaceDatabase,
    generation: number,
    dropped: readonly Kind[] = kinds,
  ): Promise<void> {
    for (const kind of dropped)
      for (const name of [database.name, database.stored])
        await servers.everywhere((on) => `DROP TABLE IF EXISTS ${personTable(kind, name, generation)}${on}`)
  }

  return {
    title: 'the map of persons',
    async built(workspace): Promise<BuiltGenerations> {
      const { name } = at(workspace)
      const tables = await read<{ name: string }>(
        `SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, 'person_')`,
        { database: name.replaceAll('`', '') },
      )
      const made = new Set(tables.flatMap((table) => generationOfTable(table.name) ?? []))
      const rows = tables.some((table) => table.name === builtName)
        ? await read<BuiltRow>(
            `SELECT toString(generation) AS generation, toString(mapped) AS mapped, toString(users) AS users, links
              FROM ${name}.${builtName} ORDER BY generation DESC`,
          )
        : []
      const whole = new Set(rows.map(({ generation }) => Number(generation)))
      const generations = [...made]
        .sort((a, b) => b - a)
        .map((generation) => ({ generation, whole: whole.has(generation) }))
      const found = rows.find((row) => made.has(Number(row.generation)))
      // Replicas may have been added since it was built.
      if (found === undefined || !(await hasOneReplica())) return { newest: null, generations }
      const generation = Number(found.generation)
      const persons = {
        ...{ generation, cluster: servers.cluster, mapped: Number(found.mapped), users: Number(found.users) },
        held: false,
        parts: found.links.map(([name, time]) => ({ name, time })),
      }
      return { newest: { generation, days: null, persons }, generations }
    },
    async isWorthBuilding(workspace) {
      const links = (await readLinkParts(servers, workspace)).reduce((sum, { rows }) => sum + rows, 0)
      return links >= upkeep.leastUsers && hasOneReplica()
    },
    canBuild: hasOneReplica,
    async build(workspace, generation, signal) {
      const database = at(workspace)
      const { name, stored } = database
      const number = 'UInt64'
      const pairs = 'Array(Tuple(String, UInt32))'
      const definition = `generation ${number}, mapped ${number}, users ${number}, links ${pairs}`
      await create(database, builtName, definition, 'generation')
      // Links that are stored from here on are in none of these parts, so they are compared with the map, whether it has them or not.
      const links = (await readLinkParts(servers, workspace)).map(({ name, time }) => [name, time])
      for (const kind of kinds) {
        const [key, value] = columns[kind]
        const definition = `${key} ${number} CODEC(LZ4), ${value} ${number} CODEC(LZ4)`
        await create(database, personTable(kind, '', generation).slice(1), definition, key)
      }
      const table = (kind: Kind, of: string): string => personTable(kind, of, generation)
      const fill = (kind: Kind, select: string): Promise<void> => {
        const names = columns[kind].join(', ')
        return command(
          `INSERT INTO ${table(kind, name)} (${names}) SELECT ${names} FROM ${gathered(database, select)}`,
          signal,
        )
      }
      await fill('users', `SELECT actor AS user, device FROM (${latestLinks(stored)})`)
      // All devices of a user are on one shard now.
      await fill('leaders', `SELECT user, min(device) AS device FROM ${table('users', stored)} GROUP BY user`)
      await fill(
        'map',
        `SELECT u.device AS device, l.device AS person FROM ${table('users', stored)} AS u
          LEFT ANY JOIN ${table('leaders', stored)} AS l ON u.user = l.user WHERE person != device`,
      )
      await drop(database, generation, ['users'])
      const count = (kind: Kind): string => `(SELECT count() FROM ${table(kind, name)})`
      const [size] = await read<{ mapped: string; users: string }>(
        `SELECT toString(${count('map')}) AS mapped, toString(${count('leaders')}) AS users`,
      )
      await servers.client.insert({
        table: `${name}.${builtName}`,
        values: [{ generation: String(generation), ...size, links }],
        format: 'JSONEachRow',
        clickhouse_settings: await servers.inserting(),
      })
    },
    drop: (workspace, generation) => drop(at(workspace), generation),
  }
}
