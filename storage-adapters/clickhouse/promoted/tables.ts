import type { WorkspaceRef } from '../../../contract/index.js'
import { identifier } from '../identifier.js'
import { literal, ofAllServers, databaseOf } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'
import { commentOf, isPromotedName, promotedTableNames, type JsonTable } from '../../sql/promoted/columns.js'
import type { PlacedColumn, PromotedTables } from '../../sql/promoted/tables.js'
import { clickhouseColumns } from './columns.js'

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
  const eachServer = cluster === null ? '' : ', _shard_num, hostName()'
  const read = async <T>(query: string, query_params: Record<string, unknown> = {}): Promise<readonly T[]> =>
    (await client.query({ query, query_params, format: 'JSONEachRow' })).json<T>()
  const stored = (workspace: WorkspaceRef): string => databaseOf(workspace, cluster).stored
  /** The databases that have each table: on a cluster the shards' own, then that of the Distributed ones. */
  const databasesOf = (workspace: WorkspaceRef): readonly string[] => {
    const { name: database, stored: own } = databaseOf(workspace, cluster)
    return [...new Set([own, database])]
  }
  const bare = (quoted: string): string => quoted.replaceAll('`', '')

  async function typeOf(
    workspace: WorkspaceRef,
    table: JsonTable,
    { sql, type }: { readonly sql: string; readonly type: string },
  ): Promise<string> {
    if (type !== 'Nullable(String)') return type
    const { name: database } = databaseOf(workspace, cluster)
    const [row] = await read<{ n: string | number }>(
      `SELECT uniq(v) AS n FROM (SELECT ${sql} AS v FROM ${database}.${table} LIMIT ${sampledRows})`,
    )
    return Number(row?.n ?? 0) > mostDistinct ? type : `LowCardinality(${type})`
  }

  return {
    async read(workspace) {
      const databases = databasesOf(workspace).map(bare)
      const own = bare(stored(workspace))
      const found = await read<FoundInTables>(
        `SELECT table, name, any(type) AS type, anyIf(comment, database = {own:String}) AS comment,
          count() = (SELECT count() FROM ${all('system.one')}) * ${databases.length} AS everywhere
        FROM ${all('system.columns')} WHERE database IN {databases:Array(String)} AND table IN {tables:Array(String)}
          AND startsWith(name, 'property_') GROUP BY table, name`,
        { databases, own, tables: promotedTableNames },
      )
      const columns = found.filter(({ name }) => isPromotedName(name))
      if (columns.length === 0) return { columns: [], former: [] }
      const tables = [...new Set(columns.map(({ table }) => table))]
      const ofTables = `database = {own:String} AND table IN {tables:Array(String)}`
      const parts = await read<{ table: JsonTable; filled: readonly string[] }>(
        `SELECT DISTINCT table, arraySort(groupUniqArrayIf(column, startsWith(column, 'property_'))) AS filled
          FROM ${all('system.parts_columns')} WHERE ${ofTables} AND active AND rows > 0 GROUP BY table, name${eachServer}`,
        { own, tables },
      )
      const running = await read<{ table: JsonTable; command: string }>(
        `SELECT DISTINCT table, command FROM ${all('system.mutations')} WHERE ${ofTables} AND NOT is_done`,
        { own, tables },
      )
      const busy = ({ table, name }: PlacedColumn): boolean =>
        running.some((one) => one.table === table && one.command.includes(name))
      const whole = ({ table, name }: PlacedColumn): boolean =>
        parts.every((part) => part.table !== table || part.filled.includes(name))
      const known = columns.map((one) => {
        const column = clickhouseColumns.parseColumn(one.table, one.name, one.comment)
        const { type, everywhere } = one
        return (
          column && { ...column, type, everywhere: Boolean(everywhere), whole: whole(one), busy: busy(one) }
        )
      })
      const former = columns.filter((one, index) => known[index] === null && !busy(one))
      return {
        columns: known.filter((one) => one !== null),
        former: former.map(({ table, name }) => ({ table, name })),
      }
    },
    async rows(workspace, table) {
      const { name: database } = databaseOf(workspace, cluster)
      const [row] = await read<{ n: string | number }>(`SELECT count() AS n FROM ${database}.${table}`)
      return Number(row?.n ?? 0)
    },
    async add(workspace, column, given) {
      const { key, table, name } = column
      const expression = clickhouseColumns.expressionOf(key)
      if (expression === null) return
      const type = given ?? (await typeOf(workspace, table, expression))
      const definition =
        `${identifier(name)} ${type} MATERIALIZED ${expression.sql} ` +
        `COMMENT ${literal(commentOf(column))} CODEC(ZSTD(1))`
      for (const database of databasesOf(workspace))
        await servers.everywhere(
          (on) => `ALTER TABLE ${database}.${table}${on} ADD COLUMN IF NOT EXISTS ${definition}`,
        )
    },
    async fill(workspace, columns) {
      for (const [table, names] of namesByTable(columns)) {
        const commands = names.map((name) => `MATERIALIZE COLUMN ${identifier(name)}`).join(', ')
        await servers.everywhere((on) => `ALTER TABLE ${stored(workspace)}.${table}${on} ${commands}`)
      }
    },
    async note(workspace, column) {
      const change = `COMMENT COLUMN IF EXISTS ${identifier(column.name)} ${literal(commentOf(column))}`
      await servers.everywhere((on) => `ALTER TABLE ${stored(workspace)}.${column.table}${on} ${change}`)
    },
    async drop(workspace, { table, name }) {
      for (const database of [...databasesOf(workspace)].reverse())
        await servers.everywhere(
          (on) => `ALTER TABLE ${database}.${table}${on} DROP COLUMN IF EXISTS ${identifier(name)}`,
        )
    },
  }
}

interface FoundInTables extends PlacedColumn {
  readonly type: string
  readonly comment: string
  readonly everywhere: 0 | 1 | boolean
}

function namesByTable(columns: readonly PlacedColumn[]): ReadonlyMap<JsonTable, readonly string[]> {
  const found = new Map<JsonTable, string[]>()
  for (const { table, name } of columns) found.set(table, [...(found.get(table) ?? []), name])
  return found
}
