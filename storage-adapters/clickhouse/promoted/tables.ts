import type { WorkspaceRef } from '../../../core/contract/index.js'
import { identifier } from '../identifier.js'
import { literal, ofAllServers, databaseOf } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'
import { commentOf, expressionOf, isPromotedName, parseColumn, type PromotedColumn } from './columns.js'

/** A promoted column as the tables have it (see FoundColumn). */
export interface StoredColumn extends PromotedColumn {
  readonly type: string
  readonly everywhere: boolean
  readonly whole: boolean
  readonly busy: boolean
}

/** The promoted columns of a workspace. */
export interface StoredColumns {
  readonly columns: readonly StoredColumn[]
  /**
   * Names of columns that another version created from another expression and that the engine is not filling.
   */
  readonly former: readonly string[]
}

/** Reads and changes the promoted columns in the tables of a workspace. */
export interface PromotedTables {
  read(workspace: WorkspaceRef): Promise<StoredColumns>
  /** Returns the number of events. */
  events(workspace: WorkspaceRef): Promise<number>
  /**
   * Adds a column on every server without rewriting rows. If `type` is null, a sample of the stored values
   * decides whether a string column is LowCardinality.
   */
  add(workspace: WorkspaceRef, column: PromotedColumn, type: string | null): Promise<void>
  /**
   * Starts a mutation that writes the columns into the parts that lack them. It continues after a restart.
   */
  fill(workspace: WorkspaceRef, names: readonly string[]): Promise<void>
  /** Stores the day of the last read in the column's comment. */
  note(workspace: WorkspaceRef, column: PromotedColumn): Promise<void>
  drop(workspace: WorkspaceRef, name: string): Promise<void>
}

/**
 * ClickHouse's dictionaries hold 8,192 values by default; strings with more distinct values are stored
 * without one.
 */
const mostDistinct = 8_000
const sampledRows = 100_000

/** Returns the promoted columns of all workspaces on these servers. */
export function promotedTables(servers: Servers): PromotedTables {
  const { client, cluster } = servers
  const all = (table: string): string => ofAllServers(cluster, table)
  const server = cluster === null ? '0' : '_shard_num, hostName()'
  const read = async <T>(query: string, query_params: Record<string, unknown> = {}): Promise<readonly T[]> =>
    (await client.query({ query, query_params, format: 'JSONEachRow' })).json<T>()
  const stored = (workspace: WorkspaceRef): string => databaseOf(workspace, cluster).stored
  /**
   * The databases whose events table has each column: on a cluster the shards' own, then the Distributed one.
   */
  const tables = (workspace: WorkspaceRef): readonly string[] => {
    const { name: database, stored: own } = databaseOf(workspace, cluster)
    return [...new Set([own, database])]
  }
  const bare = (quoted: string): string => quoted.replaceAll('`', '')

  async function typeOf(workspace: WorkspaceRef, sql: string, type: string): Promise<string> {
    if (type !== 'Nullable(String)') return type
    const { name: database } = databaseOf(workspace, cluster)
    const [row] = await read<{ n: string | number }>(
      `SELECT uniq(v) AS n FROM (SELECT ${sql} AS v FROM ${database}.events_v1 LIMIT ${sampledRows})`,
    )
    return Number(row?.n ?? 0) > mostDistinct ? type : `LowCardinality(${type})`
  }

  return {
    async read(workspace) {
      const databases = tables(workspace).map(bare)
      const own = bare(stored(workspace))
      const found = await read<{ name: string; type: string; comment: string; everywhere: 0 | 1 | boolean }>(
        `SELECT name, any(type) AS type, anyIf(comment, database = {own:String}) AS comment,
          count() = (SELECT count() FROM ${all('system.one')}) * ${databases.length} AS everywhere
        FROM ${all('system.columns')} WHERE database IN {databases:Array(String)} AND table = 'events_v1'
          AND startsWith(name, 'property_') GROUP BY name`,
        { databases, own },
      )
      const columns = found.filter(({ name }) => isPromotedName(name))
      if (columns.length === 0) return { columns: [], former: [] }
      const ofTable = `database = {own:String} AND table = 'events_v1'`
      const filled = await read<{ column: string; whole: 0 | 1 | boolean }>(
        `SELECT column, uniqExact(${server}, name) = (SELECT count() FROM ${all('system.parts')}
            WHERE ${ofTable} AND active AND rows > 0) AS whole
          FROM ${all('system.parts_columns')} WHERE ${ofTable} AND active AND rows > 0 AND column IN {names:Array(String)}
          GROUP BY column`,
        { own, names: columns.map(({ name }) => name) },
      )
      const [{ parts } = { parts: 0 }] = await read<{ parts: string | number }>(
        `SELECT count() AS parts FROM ${all('system.parts')} WHERE ${ofTable} AND active AND rows > 0`,
        { own },
      )
      const running = await read<{ command: string }>(
        `SELECT DISTINCT command FROM ${all('system.mutations')} WHERE ${ofTable} AND NOT is_done`,
        { own },
      )
      const whole = new Set(filled.filter((one) => Boolean(one.whole)).map(({ column }) => column))
      const busy = (name: string): boolean => running.some(({ command }) => command.includes(name))
      const known = columns.map(({ name, comment }) => parseColumn(name, comment))
      return {
        columns: columns.flatMap(({ name, type, everywhere }, place) => {
          const column = known[place] ?? null
          if (column === null) return []
          const state = { whole: whole.has(name) || Number(parts) === 0, busy: busy(name) }
          return [{ ...column, type, everywhere: Boolean(everywhere), ...state }]
        }),
        former: columns.flatMap(({ name }, place) =>
          (known[place] ?? null) === null && !busy(name) ? [name] : [],
        ),
      }
    },
    async events(workspace) {
      const { name: database } = databaseOf(workspace, cluster)
      const [row] = await read<{ n: string | number }>(`SELECT count() AS n FROM ${database}.events_v1`)
      return Number(row?.n ?? 0)
    },
    async add(workspace, { key, name, askedOn }, given) {
      const expression = expressionOf(key)
      if (expression === null) return
      const type = given ?? (await typeOf(workspace, expression.sql, expression.type))
      const definition =
        `${identifier(name)} ${type} MATERIALIZED ${expression.sql} ` +
        `COMMENT ${literal(commentOf(key, askedOn))} CODEC(ZSTD(1))`
      for (const database of tables(workspace))
        await servers.everywhere(
          (on) => `ALTER TABLE ${database}.events_v1${on} ADD COLUMN IF NOT EXISTS ${definition}`,
        )
    },
    async fill(workspace, names) {
      const commands = names.map((name) => `MATERIALIZE COLUMN ${identifier(name)}`).join(', ')
      await servers.everywhere((on) => `ALTER TABLE ${stored(workspace)}.events_v1${on} ${commands}`)
    },
    async note(workspace, { key, name, askedOn }) {
      const comment = literal(commentOf(key, askedOn))
      await servers.everywhere(
        (on) =>
          `ALTER TABLE ${stored(workspace)}.events_v1${on} COMMENT COLUMN IF EXISTS ${identifier(name)} ${comment}`,
      )
    },
    async drop(workspace, name) {
      for (const database of [...tables(workspace)].reverse())
        await servers.everywhere(
          (on) => `ALTER TABLE ${database}.events_v1${on} DROP COLUMN IF EXISTS ${identifier(name)}`,
        )
    },
  }
}
