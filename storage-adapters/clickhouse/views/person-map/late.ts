import type { CompiledQuery, Row, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf, ofAllServers, shardsOf, type WorkspaceDatabase } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import type { Parameters } from '../../../sql/dialect.js'
import { createParameters } from '../../query/parameters.js'
import { userKey } from '../../query/scan.js'
import type { Part } from '../activity-snapshot/stored-parts.js'
import { leadersTable, mapTable, type PersonMap } from './map.js'

/** Maximum number of devices that are bound to a statement because they were linked after the map was built. */
export const mostLate = 2_000
/** Maximum number of rows that are compared with the map: with more, reading all links is as fast. */
export const mostCompared = 20_000

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
 * Returns the statement of the devices whose person is no longer the one in the map, each with its person now: the leader
 * of its user, or the hash of a user that the map does not know; `before` is the one in the map. It looks at the devices with a
 * row in new parts; their latest link counts, in whatever part it is. Of the devices `known`, those that have the map's person
 * again are among them, too. All links of a device, and its place in the map, are on one shard.
 */
export function latePersons(
  workspace: WorkspaceRef,
  { generation, cluster, parts }: Pick<PersonMap, 'generation' | 'cluster' | 'parts'>,
  known: readonly bigint[],
): CompiledQuery {
  const parameters = createParameters()
  const database = databaseOf(workspace, cluster)
  const { name, stored } = database
  const everywhere = shardsOf(database)?.everywhere ?? ''
  const linked = `SELECT device FROM ${stored}.device_links WHERE ${inNewParts(parts, parameters, partOf(cluster))}`
  const latest =
    `SELECT device, ${userKey('tupleElement(link, 2)')} AS user FROM ${stored}.device_links ` +
    `WHERE device IN (${linked}) ORDER BY device, link DESC LIMIT 1 BY device`
  const before = `SELECT device, person FROM ${mapTable(stored, generation)} WHERE device IN (${linked})`
  const both =
    `SELECT n.device AS device, n.user AS user, ifNull(m.person, n.device) AS before FROM (${latest}) AS n ` +
    `LEFT ANY JOIN (${before}) AS m ON n.device = m.device`
  const users = `SELECT user FROM ${gathered(database, latest)}`
  const leaders = `SELECT user, device FROM ${leadersTable(name, generation)} WHERE user ${everywhere}IN (${users})`
  const now =
    `SELECT n.device AS device, ifNull(l.device, n.user) AS person, n.before AS before FROM ${gathered(database, both)} AS n ` +
    `${everywhere}LEFT ANY JOIN (${leaders}) AS l ON n.user = l.user`
  const again =
    known.length === 0 ? '' : ` OR p.device IN (${parameters.bind([...known].sort(byValue), 'keys')})`
  return {
    workspace,
    // The few keys are looked up in the primary index, which questions do without (see questionSettings).
    text:
      `SELECT toString(p.device) AS device, toString(p.person) AS person, toString(p.before) AS before FROM (${now}) AS p ` +
      `WHERE p.person != p.before${again} LIMIT ${2 * mostLate + 1} SETTINGS use_index_for_in_with_subqueries = 1`,
    parameters: parameters.values,
    columns: { device: 'text', person: 'text', before: 'text' },
    purpose: 'which devices have another person than in the map',
  }
}

const byValue = (one: bigint, other: bigint): number => (one < other ? -1 : 1)
