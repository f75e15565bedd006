import type pg from 'pg'
import type { ViewReport } from '../../../../contract/index.js'
import { partsOf } from '../triggered/parts.js'
import { daysTable, deviceDays, eachDay, lateDays } from './tables.js'
import { daysView } from './view.js'

/** Compares the days and persons of devices with the events and links, in one statement. */
export async function checkDays(client: pg.ClientBase, schema: string): Promise<readonly ViewReport[]> {
  const { counted: parts } = await partsOf(client, schema, daysView)
  const { rows: late } = await client.query<{ share: number }>(
    `SELECT count(*) / greatest(count(*), (SELECT count(*) FROM (SELECT DISTINCT day FROM ${schema}.events_v1) AS d), 1)::float AS share
     FROM ${schema}.${lateDays}`,
  )
  const built = parts * (1 - (late[0]?.share ?? 0))
  if (built < 1) return [{ name: deviceDays, built, differs: [] }]
  const kept = eachDay(daysTable(schema), 'device', 'person')
  const counted = `SELECT DISTINCT e.day, e.device, coalesce(l.actor, e.device)
    FROM ${schema}.events_v1 AS e LEFT JOIN ${schema}.device_links AS l ON l.device = e.device`
  const { rows } = await client.query<{ day: string }>(
    `SELECT day::text AS day FROM ((${kept} EXCEPT ALL ${counted}) UNION ALL (${counted} EXCEPT ALL ${kept})) AS d
     GROUP BY d.day ORDER BY d.day`,
  )
  return [{ name: deviceDays, built, differs: rows.map(({ day }) => day) }]
}
