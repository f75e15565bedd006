import {
  type Column,
  dayMs,
  deviceKey,
  keyColumn,
  parsePropertyKey,
  requiredColumns,
  type Scope,
  type Select,
  type SourceName,
  sources,
  sourceTables,
  type StoredScan,
  type TimeRange,
} from 'sextant/storage'
import { shapes } from './json.js'

/** The table of a source. A time range is also a condition on the day, whose ranges in each block are stored. */
export function scanSource(
  { source, promoted = new Map(), ...range }: StoredScan,
  needed: ReadonlySet<string>,
  scope: Scope,
): Select {
  const alias = scope.alias()
  return {
    from: `${tableOf(source, scope)} AS ${alias}`,
    where: rangeConditions(alias, range, scope),
    columns: new Map([...ownColumns(source, alias, range), ...promotedOf(alias, promoted, needed)]),
    text: null,
  }
}

/** The properties that are read from columns of their own, by property key. */
function promotedOf(
  alias: string,
  promoted: ReadonlyMap<string, string>,
  needed: ReadonlySet<string>,
): readonly (readonly [string, Column])[] {
  return [...promoted].flatMap(([key, name]) => {
    const property = parsePropertyKey(key)
    if (property === null || !needed.has(key)) return []
    return [[key, { sql: `${alias}."${name}"`, ...shapes[property.as] }] as const]
  })
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
