import type { WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import type { ActivitySnapshot } from './snapshot.js'
import { personTable } from './tables.js'

/**
 * Compares the sessions of several days with the events, and returns the first days of those that differ. Sessions with an
 * event in a newer part are left out: the snapshot need not have them yet. It runs one statement, which reads each table at
 * one moment.
 */
export async function differentSessions(
  servers: Servers,
  workspace: WorkspaceRef,
  { generation, parts }: ActivitySnapshot,
): Promise<readonly string[]> {
  const { name: database } = databaseOf(workspace, null)
  const newer = `SELECT session FROM ${database}.events_v1 WHERE _part NOT IN ({events:Array(String)})`
  const kept = `SELECT session, first, last FROM ${personTable('sessions', database, generation)}`
  const stored =
    `SELECT session, min(day) AS first, max(day) AS last FROM ${database}.events_v1 ` +
    `WHERE session != 0 GROUP BY session HAVING first != last`
  const sessions = `SELECT * FROM (${kept}) UNION ALL SELECT * FROM (${stored})`
  const result = await servers.client.query({
    query:
      `SELECT DISTINCT toString(first) AS day FROM (${sessions}) WHERE session NOT IN (${newer}) ` +
      `GROUP BY session, first, last HAVING count() != 2 ORDER BY day`,
    query_params: { events: parts.events.map(({ name }) => name) },
    format: 'JSONEachRow',
    clickhouse_settings: { optimize_use_projections: 0 },
  })
  return (await result.json<{ day: string }>()).map(({ day }) => day)
}
