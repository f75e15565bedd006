import type { ViewReport, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf, shardsOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { latestLinks } from '../../query/scan.js'
import type { SnapshotState } from '../activity-snapshot/state.js'
import type { Generations } from '../generations.js'
import { newParts } from '../activity-snapshot/stored-parts.js'
import { gathered, partOf, readLinkParts } from './late.js'
import { heldPerson, heldTable, mapName, mapTable, type PersonMap } from './map.js'

/** Compares the map of a cluster with its links. Returns an empty list if no map answers. */
export async function checkMap(
  servers: Servers,
  source: Pick<Generations, 'built'>,
  state: Pick<SnapshotState, 'isDue'>,
  workspace: WorkspaceRef,
): Promise<readonly ViewReport[]> {
  if (state.isDue(workspace)) return [{ name: mapName, built: 0, differs: [] }]
  const { newest } = await source.built(workspace)
  if (newest?.persons == null) return []
  // Links under the map were deleted, so it no longer answers.
  if (newParts(newest.persons.parts, await readLinkParts(servers, workspace)) === null) return []
  return [{ name: mapName, built: 1, differs: await differentPersons(servers, workspace, newest.persons) }]
}

/**
 * Compares the persons of the map with those of the links that it was built from: each user must have one key, and each key one
 * user. Devices with a newer link are excluded. Returns the UTC days (YYYY-MM-DD) with an event of a device that has another
 * person in the map.
 */
export async function differentPersons(
  servers: Servers,
  workspace: WorkspaceRef,
  { generation, cluster, parts, held }: PersonMap,
): Promise<readonly string[]> {
  const database = databaseOf(workspace, cluster)
  const { name, stored } = database
  const map = mapTable(stored, generation)
  const newer = `SELECT device FROM ${stored}.device_links WHERE ${partOf(cluster)} NOT IN ({parts:Array(String)})`
  const known =
    `SELECT l.device AS device, l.actor AS user, ifNull(m.person, l.device) AS person FROM (${latestLinks(stored)}) AS l ` +
    `LEFT ANY JOIN ${map} AS m ON l.device = m.device WHERE l.device NOT IN (${newer})`
  const counted =
    `SELECT device, uniqExact(person) OVER (PARTITION BY user) AS persons, uniqExact(user) OVER (PARTITION BY person) AS users ` +
    `FROM ${gathered(database, known)}`
  const strange = `SELECT device FROM ${map} WHERE device NOT IN (SELECT device FROM ${stored}.device_links)`
  const wrong =
    `SELECT device FROM (${counted}) WHERE persons > 1 OR users > 1 ` +
    `UNION ALL SELECT device FROM ${gathered(database, strange)}`
  const heldOther = `SELECT device FROM ${map} WHERE ${heldPerson(heldTable(name, generation), 'device')} != person`
  const among = `device ${shardsOf(database)?.everywhere ?? ''}IN (${held ? `${wrong} UNION ALL ${heldOther}` : wrong})`
  const result = await servers.client.query({
    query: `SELECT DISTINCT toString(day) AS day FROM ${name}.events_v1 WHERE ${among} ORDER BY day`,
    query_params: { parts: parts.map(({ name }) => name) },
    format: 'JSONEachRow',
    clickhouse_settings: { ...(await servers.reading()), join_use_nulls: 1 },
  })
  return (await result.json<{ day: string }>()).map(({ day }) => day)
}
