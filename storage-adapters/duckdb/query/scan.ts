import {
  type Column,
  dayMs,
  deviceKey,
  keyColumn,
  requiredColumns,
  type Scope,
  type Select,
  type SourceName,
  sources,
  sourceTables,
  type StoredScan,
  type TimeRange,
} from 'sextant/storage'

/** The table of a source. A time range is also a condition on the day, whose ranges in each block are stored. */
export function scanSource(
  { source, ...range }: StoredScan,
  _needed: ReadonlySet<string>,
  scope: Scope,
): Select {
  const alias = scope.alias()
  return {
    from: `${tableOf(source, scope)} AS ${alias}`,
    where: rangeConditions(alias, range, scope),
    columns: ownColumns(source, alias, range),
    text: null,
  }
}

/** Links and buckets are made to have `ms` and `day`, the columns that every scan has. */
function tableOf(source: SourceName, scope: Scope): string {
  const stored = `${scope.database}.${sourceTables[source]}`
  if (source === 'links')
    return `(SELECT device_id, user_id, linked_ms AS ms, linked_ms // ${dayMs} AS day FROM ${stored})`
  if (source === 'metric_buckets')
    return `(SELECT * EXCLUDE (bucket_bounds, bucket_counts), unnest(bucket_bounds) AS le, unnest(bucket_counts) AS observations FROM ${stored})`
  return stored
}

function ownColumns(source: SourceName, alias: string, range: TimeRange): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const [name, type] of Object.entries(sources[source])) {
    if (name === 'timestamp')
      columns.set(name, { sql: `${alias}.ms`, type, nullable: false, range, day: `${alias}.day` })
    else if (name !== 'person' && (name !== 'user_id' || source === 'links'))
      columns.set(name, { sql: `${alias}."${name}"`, type, nullable: !requiredColumns.has(name) })
  }
  if ('person' in sources[source]) columns.set(deviceKey, keyColumn(`${alias}.device`))
  return columns
}

/** The conditions of a time range. The time is compared too if a bound is not a UTC midnight. */
function rangeConditions(alias: string, { from, to }: TimeRange, scope: Scope): string[] {
  const day = (ms: number): string => scope.parameters.bind(Math.floor(ms / dayMs), 'int')
  const conditions: string[] = []
  if (from !== null) {
    conditions.push(`${alias}.day >= ${day(from)}`)
    if (from % dayMs !== 0) conditions.push(`${alias}.ms >= ${scope.parameters.bind(from, 'time')}`)
  }
  if (to !== null) {
    conditions.push(`${alias}.day < ${day(Math.ceil(to / dayMs) * dayMs)}`)
    if (to % dayMs !== 0) conditions.push(`${alias}.ms < ${scope.parameters.bind(to, 'time')}`)
  }
  return conditions
}
