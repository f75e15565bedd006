import type { TriggeredView } from '../triggered/view.js'
import { lateEvents } from './late.js'
import {
  addDays,
  blockDays,
  blocksOf,
  daysTable,
  deviceDays,
  dropEmpty,
  eachDay,
  lateDays,
  numberOf,
  removeDays,
} from './tables.js'

/** A SELECT of each block with the days that some device has and the events have not. */
export function orphans(schema: string): string {
  const kept = `(SELECT block, bit_or(days) AS days FROM ${daysTable(schema)} GROUP BY block) AS b`
  return blocksOf(`(SELECT ${numberOf('day')} AS n FROM (${eachDay(kept)}) AS d
    WHERE NOT EXISTS (SELECT FROM ${schema}.events_v1 AS e WHERE e.day = d.day)) AS o`)
}

/** The days of devices are a view of their own: an older version of the service maintains rollups, but not these. */
export const daysView: TriggeredView = {
  names: [deviceDays],
  title: 'days of devices',
  parts: 'day_parts',
  functions: { watch: 'watch_days', hold: 'days_hold', ask: 'ask_days' },
  lock: 0x5e8b,
  late: lateEvents,
  clear(schema, { from, to }) {
    const [first, end] = [from, to].map((day) => numberOf(`DATE '${day}'`))
    const days = blocksOf(`generate_series(${first ?? ''}, ${end ?? ''} - 1) AS n`)
    return `${removeDays(schema, days, 'block')}; ${dropEmpty(schema, days, 'block')};`
  },
  orphans: (schema) => [eachDay(`(${orphans(schema)}) AS o`)],
  async count(client, schema, day) {
    const number = numberOf('$1::date')
    const { rowCount } = await client.query(
      `UPDATE ${daysTable(schema)} AS d SET days = days & ~(1::bigint << ${number} % ${blockDays})
       WHERE block = ${number} / ${blockDays} AND days >> ${number} % ${blockDays} & 1 = 1
         AND NOT EXISTS (SELECT FROM ${schema}.events_v1 AS e WHERE e.day = $1::date AND e.device = d.device)`,
      [day],
    )
    if (rowCount !== 0)
      await client.query(
        `DELETE FROM ${daysTable(schema)} WHERE block = ${number} / ${blockDays} AND days = 0`,
        [day],
      )
    await client.query(addDays(schema, `${schema}.events_v1 WHERE day = $1::date`), [day])
    await client.query(`DELETE FROM ${schema}.${lateDays} WHERE day = $1::date`, [day])
  },
}
