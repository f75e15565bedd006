import {
  propertyColumns,
  type CompiledQuery,
  type PropertySample,
  type PropertySource,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { sourceTables } from '../../sql/compile.js'
import type { PropertyQueries } from '../../sql/properties.js'

/** The sort key of each table in descending order, so that reading stops at the limit. */
const newestFirst: Readonly<Record<PropertySource, string>> = {
  events: 'day DESC, device DESC, timestamp DESC',
  logs: 'day DESC, service DESC, level DESC, timestamp DESC',
  traits: 'device DESC, timestamp DESC',
  contexts: 'device DESC, timestamp DESC',
}

/** json.ts says how the names of a path are stored. */
const names = `arrayMap(name -> replaceAll(replaceAll(name, '%2E', '.'), '%25', '%'), splitByChar('.', leaf.1))`
const type = `multiIf(leaf.2 = 'String', 'text', leaf.2 = 'Bool', 'boolean', match(leaf.2, '^(Array|Tuple)'), 'array', 'number')`

/**
 * Returns the statements that list property paths in a sample of the newest rows in sort order, and that
 * count the sample's rows.
 */
export function propertyQueries(
  workspace: WorkspaceRef,
  database: string,
  source: PropertySource,
  { rows, paths }: PropertySample,
): PropertyQueries {
  const table = `${database}.${sourceTables[source]}`
  const condition = source === 'logs' ? ` WHERE ${newestLogs(table)}` : ''
  const sample = `SELECT ${propertyColumns[source]} AS json FROM ${table}${condition} ORDER BY ${newestFirst[source]} LIMIT {rows:Int64}`
  const leaves = `SELECT leaf, count() AS found FROM (${sample}) ARRAY JOIN JSONAllPathsWithTypes(json)::Array(Tuple(String, String)) AS leaf GROUP BY leaf`
  const found: CompiledQuery = {
    workspace,
    text:
      `SELECT ${names} AS path, ${type} AS type, toInt64(sum(found)) AS rows FROM (${leaves}) WHERE leaf.2 != 'None' ` +
      `GROUP BY path, type ORDER BY rows DESC, path, indexOf(['text', 'number', 'boolean', 'array'], type) LIMIT {paths:Int64}`,
    parameters: { rows, paths },
    columns: { path: 'json', type: 'text', rows: 'int' },
  }
  const counted: CompiledQuery = {
    workspace,
    text: `SELECT toInt64(count()) AS rows FROM (SELECT 1 FROM ${table} LIMIT {rows:Int64})`,
    parameters: { rows },
    columns: { rows: 'int' },
  }
  return { found, counted }
}

/**
 * Returns the condition of the newest logs. Logs are sorted by service within a day, so a sample in sort
 * order would hold one service only. Days are counted first, so that only the newest ones are read. Example
 * for 100 rows, with 80 logs today and 50 yesterday:
 *
 *   day >= yesterday AND timestamp >= (the 100th newest timestamp since yesterday)
 */
function newestLogs(table: string): string {
  const days = `SELECT day, sum(count()) OVER (ORDER BY day DESC) AS total FROM ${table} GROUP BY day`
  const day = `(SELECT max(day) FROM (${days}) WHERE total >= {rows:Int64})`
  const time = `(SELECT timestamp FROM ${table} WHERE day >= ${day} ORDER BY timestamp DESC LIMIT 1 OFFSET {rows:Int64} - 1)`
  return `day >= ${day} AND timestamp >= ifNull(${time}, toDateTime64(0, 3, 'UTC'))`
}
