import { requiredColumns, sources, type SourceName } from '../../../contract/index.js'
import { sourceTables } from '../../sql/compile.js'
import { deviceKey, type Scope, type StoredScan } from '../../sql/dialect.js'
import { dayMs } from '../../sql/edges.js'
import { keyColumn, type Column, type Select, type TimeRange } from '../../sql/select.js'

/**
 * The table of a source. A time range is also a condition on the day,
 * by which tables are partitioned and indexed.
 */
export function scanSource(
  { source, ...range }: StoredScan,
  needed: ReadonlySet<string>,
  scope: Scope,
): Select {
  const alias = scope.alias()
  const stored = source === 'links' ? `(${allLinks(scope)})` : `${scope.database}.${sourceTables[source]}`
  const table = `${stored} AS ${alias}`
  return {
    from: source === 'metric_buckets' ? `${table} CROSS JOIN LATERAL ${bucketRows(alias)}` : table,
    where: rangeConditions(alias, range, scope),
    columns: ownColumns(source, alias, range),
    text: null,
  }
}

/** The links as a table with `ms` and `day`, the columns that every scan has. */
const allLinks = (scope: Scope): string =>
  `SELECT device_id, user_id, linked_ms AS ms, DATE '1970-01-01' + (linked_ms / ${dayMs})::int AS day ` +
  `FROM ${scope.database}.device_links`

function ownColumns(source: SourceName, alias: string, range: TimeRange): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const [name, type] of Object.entries(sources[source])) {
    const stored = `${alias}.${name}`
    if (name === 'timestamp')
      columns.set(name, { sql: `${alias}.ms`, type, nullable: false, range, day: `${alias}.day` })
    else if (name === 'le' || name === 'observations')
      columns.set(name, { sql: `${alias}_buckets.${name}`, type, nullable: name === 'le' })
    else if (name !== 'person' && (name !== 'user_id' || source === 'links'))
      columns.set(name, { sql: stored, type, nullable: !requiredColumns.has(name) })
  }
  if ('person' in sources[source]) columns.set(deviceKey, keyColumn(`${alias}.device`))
  return columns
}

const bucketRows = (alias: string): string =>
  `unnest(${alias}.bucket_bounds, ${alias}.bucket_counts) AS ${alias}_buckets(le, observations)`

/** The SQL of the UTC day of a time in milliseconds. */
export const dayOf = (ms: number, scope: Scope): string =>
  `(DATE '1970-01-01' + (${scope.parameters.bind(Math.floor(ms / dayMs), 'int')})::int)`

/** The conditions of a time range. `time` is compared too if a bound is not a UTC midnight. */
export function rangeConditions(
  alias: string,
  { from, to }: TimeRange,
  scope: Scope,
  time = `${alias}.ms`,
): string[] {
  const conditions: string[] = []
  if (from !== null) {
    conditions.push(`${alias}.day >= ${dayOf(from, scope)}`)
    if (from % dayMs !== 0) conditions.push(`${time} >= ${scope.parameters.bind(from, 'time')}`)
  }
  if (to !== null) {
    conditions.push(`${alias}.day < ${dayOf(Math.ceil(to / dayMs) * dayMs, scope)}`)
    if (to % dayMs !== 0) conditions.push(`${time} < ${scope.parameters.bind(to, 'time')}`)
  }
  return conditions
}
