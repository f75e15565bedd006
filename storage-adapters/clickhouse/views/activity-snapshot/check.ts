import type { ViewReport, Row, WorkspaceRef } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { latestLinks, userKey } from '../../query/scan.js'
import { keptDays, wordColumns } from './day-bitmap.js'
import { differentPersons } from '../person-map/check.js'
import { partsSince } from './answer.js'
import { builtSnapshots } from './catalogue.js'
import { differentSessions } from './check-sessions.js'
import { partsNow } from './delta.js'
import type { Part } from './stored-parts.js'
import { snapshotName, type ActivitySnapshot } from './snapshot.js'
import type { SnapshotState } from './state.js'
import { personTable } from './tables.js'

/**
 * Compares the snapshot with the rows of the parts that it was built from. Per day it compares the number of
 * persons and a sum of hashes of persons and whether they are identified. The map of persons and the sessions
 * of several days are compared too. Returns an empty list if no snapshot answers.
 */
export async function checkSnapshot(
  servers: Servers,
  state: SnapshotState,
  workspace: WorkspaceRef,
): Promise<readonly ViewReport[]> {
  const name = snapshotName
  if (state.isDue(workspace)) return [{ name, built: 0, differs: [] }]
  const { newest } = await builtSnapshots(servers, workspace)
  if (newest === null) return []
  const { text: query, parameters } = partsNow(workspace)
  const now = await servers.client.query({ query, query_params: { ...parameters }, format: 'JSONEachRow' })
  // Rows under the snapshot were deleted, so it no longer answers.
  if (partsSince(newest, await now.json<Row>()) === null) return []
  const days = await differences(servers, workspace, newest)
  const persons = newest.persons === null ? [] : await differentPersons(servers, workspace, newest.persons)
  const sessions = await differentSessions(servers, workspace, newest)
  return [{ name, built: 1, differs: [...new Set([...days, ...persons, ...sessions])].sort() }]
}

/**
 * Returns the days that differ. It runs one statement, which reads each table at one moment, so that
 * concurrent inserts are no difference.
 */
async function differences(
  servers: Servers,
  workspace: WorkspaceRef,
  days: ActivitySnapshot,
): Promise<readonly string[]> {
  const { name: database } = databaseOf(workspace, null)
  const both = `SELECT * FROM (${keptText(database, days)}) UNION ALL SELECT * FROM (${rowsText(database, days)})`
  const result = await servers.client.query({
    query: `SELECT day FROM (${both}) GROUP BY day HAVING count() != 2 OR uniqExact(sum) != 1 ORDER BY day`,
    query_params: { events: names(days.parts.events), links: names(days.parts.links) },
    format: 'JSONEachRow',
    clickhouse_settings: { join_use_nulls: 1, optimize_use_projections: 0 },
  })
  return (await result.json<{ day: string }>()).map(({ day }) => day)
}

const names = (parts: readonly Part[]): readonly string[] => parts.map(({ name }) => name)

/** Selects the persons whose days may have changed since (see answer.ts); they are excluded. */
function changed(database: string, generation: number): string {
  const devices =
    `SELECT device FROM ${database}.events_v1 WHERE _part NOT IN ({events:Array(String)}) ` +
    `UNION ALL SELECT device FROM ${database}.device_links WHERE _part NOT IN ({links:Array(String)})`
  return (
    `SELECT arrayJoin([device, person]) FROM (SELECT d.device AS device, ifNull(k.person, d.device) AS person FROM (${devices}) AS d ` +
    `LEFT ANY JOIN ${personTable('devices', database, generation)} AS k ON d.device = k.device) ` +
    `UNION ALL SELECT ${userKey('tupleElement(link, 2)')} FROM ${database}.device_links WHERE device IN (${devices})`
  )
}

const summed = (database: string, generation: number, persons: string): string =>
  `SELECT day, toString(count()) || ' ' || toString(sum(sipHash64(person, identified))) AS sum FROM (${persons}) ` +
  `WHERE person NOT IN (${changed(database, generation)}) GROUP BY day`

const label = (bit: string, first: number): string =>
  `if(${bit} = 0, 'before', toString(toDate(${first / dayMs - 1} + ${bit})))`

function keptText(database: string, { generation, first }: ActivitySnapshot): string {
  const bits = wordColumns.map(
    (name, word) => `arrayMap(b -> b + ${word * 64}, bitPositionsToArray(${name}))`,
  )
  const days = `SELECT person, identified, arrayJoin(arrayConcat(${bits.join(', ')})) AS bit FROM ${personTable('days', database, generation)}`
  return summed(
    database,
    generation,
    `SELECT person, identified, ${label('bit', first)} AS day FROM (${days})`,
  )
}

function rowsText(database: string, { generation, first }: ActivitySnapshot): string {
  const bit = `least(greatest(toInt64(day) - ${first / dayMs - 1}, 0), ${keptDays})`
  const devices = `SELECT DISTINCT device, ${bit} AS bit FROM ${database}.events_v1`
  const persons =
    `SELECT DISTINCT ifNull(l.actor, d.device) AS person, toUInt8(isNotNull(l.actor)) AS identified, ${label('bit', first)} AS day FROM (${devices}) AS d ` +
    `LEFT ANY JOIN (${latestLinks(database)}) AS l ON d.device = l.device`
  return summed(database, generation, persons)
}
