import type { CompiledQuery, Row, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf, ofAllServers, shardsOf, type WorkspaceDatabase } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import type { Parameters } from '../../../sql/dialect.js'
import { createParameters } from '../../query/parameters.js'
import { userKey } from '../../query/scan.js'
import type { Part } from '../activity-snapshot/stored-parts.js'
import { byValue } from '../keys.js'
import { leadersTable, mapTable, type PersonMap } from './map.js'

/** Maximum number of devices that are bound to a statement because they were linked after the map was built. */
export const mostLate = 2_000
/** Maximum number of links that are read because they came since: with more, reading all links is as fast. */
export const mostRead = 20_000

/** Returns the SQL of the name of the part that a row of links is in, as `linkParts` has it. */
export const partOf = (cluster: string | null): string =>
  cluster === null ? '_part' : named('shardNum()', '_part')

/**
 * Returns the condition of rows in parts that are not known, which has all rows that came since. The known parts are named, because
 * new ones may be merged before a statement reads them; a known one that is merged counts as new with all of its
 * rows.
 */
export function inNewParts(known: readonly Part[], parameters: Parameters, part = '_part'): string {
  // 26.7 cannot read the name of the part in a table without any.
  if (known.length === 0) return 'true'
  const names = known.map(({ name }) => name)
  return `${part} NOT IN (${parameters.bind(names, 'texts')})`
}
const named = (shard: string, part: string): string => `concat(toString(${shard}), ':', ${part})`

/** Returns a table of the rows of a select, which runs on each shard of a cluster. */
export const gathered = (database: WorkspaceDatabase, select: string): string =>
  shardsOf(database)?.gather(select) ?? `(${select})`

/** Returns the statement that lists the current parts of links. */
export function linkParts(workspace: WorkspaceRef, cluster: string | null): CompiledQuery {
  const parameters = createParameters()
  const { stored } = databaseOf(workspace, cluster)
  const name = cluster === null ? 'name' : named('_shard_num', 'name')
  return {
    workspace,
    text:
      `SELECT ${name} AS name, toInt64(toUnixTimestamp(modification_time)) AS time, toInt64(rows) AS rows ` +
      `FROM ${ofAllServers(cluster, 'system.parts')} ` +
      `WHERE database = ${parameters.bind(stored.replaceAll('`', ''), 'text')} AND table = 'device_links' AND active`,
    parameters: parameters.values,
    columns: { name: 'text', time: 'int', rows: 'int' },
    purpose: 'which parts of links are stored now',
  }
}

/** A part of links, and its number of rows. */
export interface LinkPart extends Part {
  readonly rows: number
}

/** Reads the rows of `linkParts`. */
export const linkPartsOf = (rows: readonly Row[]): readonly LinkPart[] =>
  rows.map(({ name, time, rows }) => ({ name: name as string, time: Number(time), rows: Number(rows) }))

/** Reads the current parts of links for background work. */
export async function readLinkParts(servers: Servers, workspace: WorkspaceRef): Promise<readonly LinkPart[]> {
  const { text, parameters } = linkParts(workspace, servers.cluster)
  const result = await servers.client.query({
    query: text,
    query_params: { ...parameters },
    format: 'JSONEachRow',
    clickhouse_settings: await servers.reading(),
  })
  return linkPartsOf(await result.json<Row>())
}

/**
 * Returns the statement of the links in other parts than these: the hash of the user, and since when in ms since 1970. All links of
 * a device are on one shard.
 */
export function newLinks(
  workspace: WorkspaceRef,
  { cluster }: Pick<PersonMap, 'cluster'>,
  known: readonly Part[],
): CompiledQuery {
  const parameters = createParameters()
  const database = databaseOf(workspace, cluster)
  const condition = inNewParts(known, parameters, partOf(cluster))
  const rows =
    `SELECT toString(device) AS device, toString(${linkedUser}) AS user, toUnixTimestamp64Milli(tupleElement(link, 1)) AS since ` +
    `FROM ${database.stored}.device_links WHERE ${condition} LIMIT ${mostRead + 1}`
  return {
    workspace,
    text: cluster === null ? rows : `SELECT * FROM ${gathered(database, rows)} LIMIT ${mostRead + 1}`,
    parameters: parameters.values,
    columns: { device: 'text', user: 'text', since: 'int' },
    purpose: 'which links came since',
  }
}

/**
 * Returns the statement that looks up what is stored of these devices and users: the latest link of each device, in whatever
 * part it is, with the hash of its user; the device's person in the map, if it has an entry; the leader of each user, if the map knows
 * the user. They are constants, so that their few rows are found by the primary index.
 */
export function lookUpLinks(
  workspace: WorkspaceRef,
  { generation, cluster }: Pick<PersonMap, 'generation' | 'cluster'>,
  { devices, users }: { readonly devices: readonly bigint[]; readonly users: readonly bigint[] },
): CompiledQuery {
  const parameters = createParameters()
  const database = databaseOf(workspace, cluster)
  const among = (keys: readonly bigint[]): string => parameters.bind([...keys].sort(byValue), 'keys')
  const find = (
    kind: 'person' | 'leader',
    table: string,
    { key, value, keys }: { key: string; value: string; keys: string },
  ): string =>
    `SELECT '${kind}' AS kind, toString(${key}) AS key, toString(${value}) AS value, toInt64(0) AS since ` +
    `FROM ${table} WHERE ${key} IN (${keys})`
  const all: string[] = []
  if (devices.length > 0) {
    const keys = among(devices)
    const latest =
      `SELECT 'link' AS kind, toString(device) AS key, toString(${linkedUser}) AS value, ` +
      `toUnixTimestamp64Milli(tupleElement(link, 1)) AS since FROM (SELECT device, max(link) AS link ` +
      `FROM ${database.stored}.device_links WHERE device IN (${keys}) GROUP BY device)`
    all.push(cluster === null ? latest : `SELECT * FROM ${gathered(database, latest)}`)
    all.push(find('person', mapTable(database.name, generation), { key: 'device', value: 'person', keys }))
  }
  if (users.length > 0)
    all.push(
      find('leader', leadersTable(database.name, generation), {
        key: 'user',
        value: 'device',
        keys: among(users),
      }),
    )
  return {
    workspace,
    text: all.join(' UNION ALL '),
    parameters: parameters.values,
    columns: { kind: 'text', key: 'text', value: 'text', since: 'int' },
    purpose: 'what the map has of these devices',
  }
}

const linkedUser = userKey('tupleElement(link, 2)')
