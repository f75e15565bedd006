import type { WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { latestLinks } from '../../query/scan.js'
import { mapTable, type PersonMap } from './map.js'

/**
 * Compares the persons of the map with those of the links that it was built from: each user must have one key, and each key one
 * user. Devices with a newer link are excluded. Returns the UTC days (YYYY-MM-DD) with an event of a device that has another
 * person in the map.
 */
export async function differentPersons(
  servers: Servers,
  workspace: WorkspaceRef,
  { generation, parts }: PersonMap,
): Promise<readonly string[]> {
  const { name: database } = databaseOf(workspace, null)
  const map = mapTable(database, generation)
  const newer = `SELECT device FROM ${database}.device_links WHERE _part NOT IN ({parts:Array(String)})`
  const known =
    `SELECT l.device AS device, l.actor AS user, ifNull(m.person, l.device) AS person FROM (${latestLinks(database)}) AS l ` +
    `LEFT ANY JOIN ${map} AS m ON l.device = m.device WHERE l.device NOT IN (${newer})`
  const counted =
    `SELECT device, uniqExact(person) OVER (PARTITION BY user) AS persons, uniqExact(user) OVER (PARTITION BY person) AS users ` +
    `FROM (${known})`
  const wrong =
    `SELECT device FROM (${counted}) WHERE persons > 1 OR users > 1 ` +
    `UNION ALL SELECT device FROM ${map} WHERE device NOT IN (SELECT device FROM ${database}.device_links)`
  const result = await servers.client.query({
    query: `SELECT DISTINCT toString(day) AS day FROM ${database}.events_v1 WHERE device IN (${wrong}) ORDER BY day`,
    query_params: { parts: parts.map(({ name }) => name) },
    format: 'JSONEachRow',
    clickhouse_settings: { join_use_nulls: 1 },
  })
  return (await result.json<{ day: string }>()).map(({ day }) => day)
}
