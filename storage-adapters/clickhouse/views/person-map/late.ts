import type { CompiledQuery, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import { createParameters } from '../../query/parameters.js'
import { userKey } from '../../query/scan.js'
import { leadersTable, mapTable, type PersonMap } from './map.js'

/** Maximum number of devices that are bound to a statement because they were linked after the map was built. */
export const mostLate = 2_000
/** Maximum number of rows that are compared with the map: with more, reading all links is as fast. */
export const mostCompared = 20_000

/** Returns the statement that lists the current parts of links. */
export function linkParts(workspace: WorkspaceRef): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  return {
    workspace,
    text:
      `SELECT name, toInt64(toUnixTimestamp(modification_time)) AS time, toInt64(rows) AS rows FROM system.parts ` +
      `WHERE database = ${parameters.bind(database.replaceAll('`', ''), 'text')} AND table = 'device_links' AND active`,
    parameters: parameters.values,
    columns: { name: 'text', time: 'int', rows: 'int' },
    purpose: 'which parts of links are stored now',
  }
}

/**
 * Returns the statement of the devices whose person is no longer the one in the map, each with its person now: the leader
 * of its user, or the hash of a user that the map does not know. It looks at the devices with a row in these parts; their
 * latest link counts, in whatever part it is.
 */
export function latePersons(
  workspace: WorkspaceRef,
  { generation }: PersonMap,
  parts: readonly string[],
): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const linked = `SELECT device FROM ${database}.device_links WHERE _part IN (${parameters.bind(parts, 'texts')})`
  const latest =
    `SELECT device, ${userKey('tupleElement(link, 2)')} AS user FROM ${database}.device_links ` +
    `WHERE device IN (${linked}) ORDER BY device, link DESC LIMIT 1 BY device`
  const leaders = `SELECT user, device FROM ${leadersTable(database, generation)} WHERE user IN (SELECT user FROM (${latest}))`
  const known = `SELECT device, person FROM ${mapTable(database, generation)} WHERE device IN (${linked})`
  const now =
    `SELECT n.device AS device, ifNull(l.device, n.user) AS person, ifNull(m.person, n.device) AS before FROM (${latest}) AS n ` +
    `LEFT ANY JOIN (${leaders}) AS l ON n.user = l.user LEFT ANY JOIN (${known}) AS m ON n.device = m.device`
  return {
    workspace,
    text: `SELECT toString(p.device) AS device, toString(p.person) AS person FROM (${now}) AS p WHERE p.person != p.before LIMIT ${mostLate + 1}`,
    parameters: parameters.values,
    columns: { device: 'text', person: 'text' },
    purpose: 'which devices have another person than in the map',
  }
}
