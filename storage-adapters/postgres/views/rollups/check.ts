import type pg from 'pg'
import type { ViewReport } from '../../../../contract/index.js'
import { partsOf } from '../triggered/parts.js'
import { groupsOf, keysOf, rollups, tableOf } from './tables.js'
import { rollupView } from './triggers.js'

/**
 * Compares the rollups with the events, group by group. Each
 * comparison is one statement, so it has one snapshot.
 */
export async function checkRollups(client: pg.ClientBase, schema: string): Promise<readonly ViewReport[]> {
  const { counted: built } = await partsOf(client, schema, rollupView)
  const reports: ViewReport[] = []
  for (const rollup of rollups) {
    const kept = `SELECT ${keysOf(rollup).join(', ')}, rows, first, last FROM ${tableOf(schema, rollup)}`
    const counted = groupsOf(rollup, `${schema}.events_v1`)
    const { rows } =
      built < 1
        ? { rows: [] }
        : await client.query<{ day: string }>(
            `SELECT day::text AS day FROM ((${kept} EXCEPT ALL ${counted}) UNION ALL (${counted} EXCEPT ALL ${kept})) AS d
             GROUP BY d.day ORDER BY d.day`,
          )
    reports.push({ name: rollup.name, built, differs: rows.map(({ day }) => day) })
  }
  return reports
}
