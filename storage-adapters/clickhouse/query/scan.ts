import { contextColumns, sources, type SourceName } from '../../../contract/index.js'
import { sourceTables } from '../../sql/compile.js'
import { deviceKey, type Scope, type StoredScan } from '../../sql/dialect.js'
import { dayMs } from '../../sql/edges.js'
import { columnOf, keyColumn, wrap, type Column, type Select, type TimeRange } from '../../sql/select.js'
import { identifier } from '../identifier.js'
import type { PromotedNames } from '../../sql/promoted/columns.js'
import { columnFor } from '../promoted/columns.js'

/** The person linked to a row's device, or null without a link; present only right after resolution. */
export const linkedPerson = '@linked'

/**
 * The last day of ClickHouse's Date type, in days since 1970 (2149-06-06); a later bound holds for every row.
 */
const lastDay = 65_535

/**
 * Returns a source's table as a select. A range is a condition on the stored day, and on the timestamp only
 * if it does not start or end at midnight: a condition on the timestamp alone would not prune by the sort
 * key. Promoted properties are columns under their property keys. Example, from 2024-01-02 12:00:
 *
 *   before: WHERE timestamp >= '2024-01-02 12:00:00'
 *   after:  WHERE day >= '2024-01-02' AND timestamp >= '2024-01-02 12:00:00'
 */
export function scanSource(scan: StoredScan, needed: ReadonlySet<string>, scope: Scope): Select {
  const { source, from, to, promoted } = scan
  const range = { from, to }
  const alias = scope.alias()
  const unfolded = source === 'metric_buckets' ? ` ARRAY JOIN ${bucketArrays(alias)}` : ''
  const table = (database: string): string => {
    const stored = source === 'links' ? `(${allLinks(database)})` : `${database}.${sourceTables[source]}`
    return `${stored} AS ${alias}${unfolded}`
  }
  return {
    from: table(scope.database),
    where: rangeConditions(alias, range, scope),
    columns: new Map([
      ...ownColumns(source, alias, range),
      ...(promoted === undefined ? [] : promotedColumns(alias, promoted, needed)),
    ]),
    text: null,
    ...(scope.shards !== null && source !== 'links' && { perShard: table(scope.shards.database) }),
  }
}

/**
 * Returns the key of a user. Its hash differs from devices', so that a user and a device with the same id are
 * two persons. xxh3 is the fastest hash; every question about persons hashes the users of all links.
 */
export const userKey = (user: string): string => `xxh3(${user})`

/**
 * Returns the statement of the latest link per device. Reading in sort order costs a fraction of an
 * aggregation:
 *
 *   before: SELECT device, max(link) FROM device_links GROUP BY device
 *   after:  SELECT device, link FROM device_links ORDER BY device, link DESC LIMIT 1 BY device
 */
export const latestLinks = (database: string): string =>
  `SELECT device, tupleElement(link, 2) AS user_id, ${userKey('user_id')} AS actor ` +
  `FROM ${database}.device_links ORDER BY device, link DESC LIMIT 1 BY device`

/** Returns the links as a table with the columns that every scan has. */
const allLinks = (database: string): string =>
  `SELECT device_id, tupleElement(link, 1) AS timestamp, toDate(timestamp, 'UTC') AS day, tupleElement(link, 2) AS user_id ` +
  `FROM ${database}.device_links ORDER BY device, link DESC LIMIT 1 BY device`

/**
 * Returns a statement of the device keys of the persons in column `person` of `from`. `few` says that they
 * are few.
 */
export function devicesOf(from: string, person: string, few: boolean, scope: Scope): string {
  const alias = scope.alias()
  const links = `(${latestLinks(scope.database)}) AS ${alias}`
  const everywhere = scope.shards?.everywhere ?? ''
  // The engine keeps the right side of a join in memory: few persons instead of all links.
  const both =
    few && everywhere === '' ? `${links} RIGHT JOIN ${from}` : `${from} ${everywhere}LEFT JOIN ${links}`
  return `SELECT ifNull(${alias}.device, ${person}) FROM ${both} ON ${person} = ${alias}.actor`
}

/** Returns a statement of the device keys whose latest link meets the conditions on `user_id`. */
export function linkedDevices(conditions: (link: Select) => readonly string[], scope: Scope): string {
  const alias = scope.alias()
  const user: Column = { sql: `${alias}.user_id`, type: 'text', nullable: false }
  const link = { from: '', where: [], columns: new Map([['user_id', user]]), text: null }
  const asked = conditions(link).filter((condition) => condition !== 'true')
  // Without conditions any link counts, so the latest need not be found.
  if (asked.length === 0) return `SELECT ${alias}.device FROM ${scope.database}.device_links AS ${alias}`
  return `SELECT ${alias}.device FROM (${latestLinks(scope.database)}) AS ${alias} WHERE ${asked.join(' AND ')}`
}

/**
 * Joins rows with the latest link of their device; a device without a link is its own person. If shards read
 * their own rows, each joins its own links, which are sharded by device too. Example:
 *
 *   before: SELECT device FROM events
 *   after:  SELECT ifNull(links.actor, device) AS person FROM events LEFT ANY JOIN (latest links) AS links ON …
 */
export function resolvePersons(rows: Select, scope: Scope): Select {
  const alias = scope.alias()
  const local = rows.perShard !== undefined && scope.shards !== null
  const links = latestLinks(local ? scope.shards.database : scope.database)
  const everywhere = local ? '' : (scope.shards?.everywhere ?? '')
  const joined = ` ${everywhere}LEFT ANY JOIN (${links}) AS ${alias} ON ${columnOf(rows, deviceKey).sql} = ${alias}.device`
  return {
    ...rows,
    from: rows.from + joined,
    ...(rows.perShard !== undefined && { perShard: rows.perShard + joined }),
    columns: withPersons(rows, alias),
    text: null,
  }
}

/**
 * Joins few rows with the links of their devices. The engine keeps the right side of a join in memory and
 * reads the left side only where the right may match (a runtime filter, evaluated below the LIMIT BY). With
 * the few rows on the right, only their devices' links are sorted. Example:
 *
 *   before: SELECT … FROM (newest 10 events) LEFT ANY JOIN (latest links) ON …
 *   after:  SELECT … FROM (latest links) RIGHT JOIN (newest 10 events) ON …
 */
export function resolveFew(rows: Select, scope: Scope): Select {
  // Shards join their own rows with their own links, so that no links travel.
  if (scope.shards !== null) return resolvePersons(rows, scope)
  const few = wrap(rows, scope)
  const alias = scope.alias()
  const links = `(${latestLinks(scope.database)}) AS ${alias}`
  const from = `${links} RIGHT JOIN ${few.from} ON ${alias}.device = ${columnOf(few, deviceKey).sql}`
  return { ...few, from, columns: withPersons(few, alias), text: null }
}

/** Adds the person columns to rows that are joined with their links. */
function withPersons(rows: Select, links: string): ReadonlyMap<string, Column> {
  const device = columnOf(rows, deviceKey).sql
  return new Map<string, Column>([
    ...rows.columns,
    ['person', keyColumn(`ifNull(${links}.actor, ${device})`)],
    [linkedPerson, { sql: `${links}.actor`, type: 'key', nullable: true }],
    ['user_id', { sql: `${links}.user_id`, type: 'text', nullable: true }],
  ])
}

/** Optional strings; missing ones are stored as '', which compresses better than a null map. */
const optional = new Set<string>([...contextColumns, 'session_id', 'service', 'source', 'unit'])

/** A string that is stored as '' if it is missing. */
export const optionalText = (stored: string): Column => ({
  sql: `nullIf(${stored}, '')`,
  type: 'text',
  nullable: true,
  filled: true,
  stored,
})

/** A key that is stored as 0 if it is missing. */
export const optionalKey = (stored: string): Column => ({
  sql: `nullIf(${stored}, 0)`,
  type: 'key',
  nullable: true,
  stored,
})

function ownColumns(source: SourceName, alias: string, range: TimeRange): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const [name, type] of Object.entries(sources[source])) {
    const stored = `${alias}.${name}`
    if (name === 'timestamp')
      columns.set(name, {
        sql: `toUnixTimestamp64Milli(${stored})`,
        type,
        nullable: false,
        range,
        day: `${alias}.day`,
      })
    else if (name === 'session') columns.set(name, optionalKey(stored))
    else if (optional.has(name)) columns.set(name, optionalText(stored))
    else if (name === 'le' || name === 'observations')
      columns.set(name, { sql: `${alias}_${name}`, type, nullable: name === 'le' })
    else if (name !== 'person' && (name !== 'user_id' || source === 'links'))
      columns.set(name, { sql: stored, type, nullable: type === 'float' })
  }
  if ('person' in sources[source]) columns.set(deviceKey, keyColumn(`${alias}.device`))
  return columns
}

function promotedColumns(
  alias: string,
  promoted: PromotedNames,
  needed: ReadonlySet<string>,
): readonly (readonly [string, Column])[] {
  return [...needed].flatMap((key) => {
    const name = promoted.get(key)
    const column = name === undefined ? null : columnFor(key, `${alias}.${identifier(name)}`)
    return column === null ? [] : [[key, column] as const]
  })
}

const bucketArrays = (alias: string): string =>
  `${alias}.bucket_bounds AS ${alias}_le, ${alias}.bucket_counts AS ${alias}_observations`

/**
 * Returns the conditions of a range. `time` is the expression compared if the range does not start or end at
 * midnight.
 */
export function rangeConditions(
  alias: string,
  { from, to }: TimeRange,
  scope: Scope,
  time = `${alias}.timestamp`,
): string[] {
  const day = (number: number): string => `toDate(${scope.parameters.bind(number, 'int')})`
  const instant = (ms: number): string =>
    `fromUnixTimestamp64Milli(${scope.parameters.bind(ms, 'int')}, 'UTC')`
  const conditions: string[] = []
  if (from !== null) {
    const first = Math.floor(from / dayMs)
    if (first > lastDay) return ['false']
    if (first > 0) conditions.push(`${alias}.day >= ${day(first)}`)
    if (from % dayMs !== 0 && from > 0) conditions.push(`${time} >= ${instant(from)}`)
  }
  if (to !== null) {
    const end = Math.ceil(to / dayMs)
    if (end <= 0) return ['false']
    if (end <= lastDay) conditions.push(`${alias}.day < ${day(end)}`)
    if (to % dayMs !== 0 && end <= lastDay) conditions.push(`${time} < ${instant(to)}`)
  }
  return conditions
}
