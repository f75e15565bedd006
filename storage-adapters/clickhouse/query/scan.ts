import { contextColumns, sources, type SourceName } from '../../../core/contract/index.js'
import { sourceTables } from '../../sql/compile.js'
import { deviceKey, type Scope, type StoredScan } from '../../sql/dialect.js'
import { dayMs } from '../../sql/edges.js'
import { columnOf, keyColumn, wrap, type Column, type Select, type TimeRange } from '../../sql/select.js'
import { identifier } from '../identifier.js'
import { columnFor, type PromotedNames } from '../promoted/columns.js'

/** The person of the link of a row's device, null where it has none; only rows that were just resolved have it. */
export const linkedPerson = '@linked'

/** Dates end in 2149 here: a condition beyond that holds for every row. */
const lastDay = 65_535

/**
 * A source's table. Every range is (also) a condition on the stored day, which leads the sort key: a condition on the
 * timestamp alone would not prune it. Promoted properties are columns too, under their property keys.
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
 * The key of a user. Another hash than that of devices, so that a user and a device of one text are two persons; of
 * those it is the quickest, as every question about persons asks for the users of all links.
 */
export const userKey = (user: string): string => `xxh3(${user})`

/** By the sort key and cut to one row a device: a fraction of the cost of max() over the pairs. */
export const latestLinks = (database: string): string =>
  `SELECT device, tupleElement(link, 2) AS user_id, ${userKey('user_id')} AS actor ` +
  `FROM ${database}.device_links ORDER BY device, link DESC LIMIT 1 BY device`

/** As a table with the columns that every scan has. */
const allLinks = (database: string): string =>
  `SELECT device_id, tupleElement(link, 1) AS timestamp, toDate(timestamp, 'UTC') AS day, tupleElement(link, 2) AS user_id ` +
  `FROM ${database}.device_links ORDER BY device, link DESC LIMIT 1 BY device`

export function devicesOf(from: string, person: string, few: boolean, scope: Scope): string {
  const alias = scope.alias()
  const links = `(${latestLinks(scope.database)}) AS ${alias}`
  const everywhere = scope.shards?.everywhere ?? ''
  // The right side is kept: few persons rather than all links.
  const both =
    few && everywhere === '' ? `${links} RIGHT JOIN ${from}` : `${from} ${everywhere}LEFT JOIN ${links}`
  return `SELECT ifNull(${alias}.device, ${person}) FROM ${both} ON ${person} = ${alias}.actor`
}

export function linkedDevices(conditions: (link: Select) => readonly string[], scope: Scope): string {
  const alias = scope.alias()
  const user: Column = { sql: `${alias}.user_id`, type: 'text', nullable: false }
  const link = { from: '', where: [], columns: new Map([['user_id', user]]), text: null }
  const asked = conditions(link).filter((condition) => condition !== 'true')
  // Who it is does not matter: then no link needs to be told from an earlier one.
  if (asked.length === 0) return `SELECT ${alias}.device FROM ${scope.database}.device_links AS ${alias}`
  return `SELECT ${alias}.device FROM (${latestLinks(scope.database)}) AS ${alias} WHERE ${asked.join(' AND ')}`
}

/**
 * The latest link of each device; a device without one is its own person. Where the shards have the rows, each looks into
 * its own links: those of a device lie where its rows do.
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
 * The right side of a join is kept, and the left one is only read where a row of the right may match (a runtime filter, which
 * the engine asks below the LIMIT BY): so few rows stand there, and the links of their devices alone are sorted and kept.
 */
export function resolveFew(rows: Select, scope: Scope): Select {
  // Shards join their own rows with their own links, which then need not travel.
  if (scope.shards !== null) return resolvePersons(rows, scope)
  const few = wrap(rows, scope)
  const alias = scope.alias()
  const links = `(${latestLinks(scope.database)}) AS ${alias}`
  const from = `${links} RIGHT JOIN ${few.from} ON ${alias}.device = ${columnOf(few, deviceKey).sql}`
  return { ...few, from, columns: withPersons(few, alias), text: null }
}

/** The columns of rows that are joined with their links. */
function withPersons(rows: Select, links: string): ReadonlyMap<string, Column> {
  const device = columnOf(rows, deviceKey).sql
  return new Map<string, Column>([
    ...rows.columns,
    ['person', keyColumn(`ifNull(${links}.actor, ${device})`)],
    [linkedPerson, { sql: `${links}.actor`, type: 'key', nullable: true }],
    ['user_id', { sql: `${links}.user_id`, type: 'text', nullable: true }],
  ])
}

/** Texts that may be missing are stored as '', which compresses better than a null map. */
const optional = new Set<string>([...contextColumns, 'session_id', 'service', 'source', 'unit'])

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
    else if (name === 'session') columns.set(name, { sql: `nullIf(${stored}, 0)`, type, nullable: true })
    else if (optional.has(name)) columns.set(name, { sql: `nullIf(${stored}, '')`, type, nullable: true })
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

/** `time`: what is asked where the range does not begin or end with a day. */
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
