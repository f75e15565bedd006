import type pg from 'pg'
import { dayMs } from '../sql/edges.js'

export interface Month {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** The day (UTC) of a time, as Postgres reads it. */
export const dayText = (time: number): string => new Date(time).toISOString().split('T', 1)[0] ?? ''

/** The months (UTC) that times fall into. */
export function monthsOf(times: Iterable<number>): readonly Month[] {
  const days = new Set<number>()
  for (const time of times) days.add(Math.floor(time / dayMs))
  const months = new Map<string, Month>()
  for (const day of days) {
    const date = new Date(day * dayMs)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    const from = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
    const to = new Date(Date.UTC(year, month + 1, 1)).toISOString().slice(0, 10)
    months.set(from, { name: from.slice(0, 7).replace('-', ''), from, to })
  }
  return [...months.values()]
}

/**
 * Makes a table's partitions for these months. Made apart and attached, because creating one in place would wait
 * for every query on the table and hold up all that come after.
 * @param also what else is done for each, in the same transaction
 */
export async function makePartitions(
  client: pg.ClientBase,
  schema: string,
  table: string,
  months: readonly Month[],
  also: (partition: string, month: Month) => string = () => '',
): Promise<void> {
  for (const month of months) {
    const { name, from, to } = month
    const partition = `${schema}.${table}_${name}`
    const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
      partition,
    ])
    if (rows[0]?.found === true) continue
    await client.query(
      `BEGIN; CREATE TABLE ${partition} (LIKE ${schema}.${table} INCLUDING ALL);
       ALTER TABLE ${schema}.${table} ATTACH PARTITION ${partition} FOR VALUES FROM ('${from}') TO ('${to}'); ${also(partition, month)} COMMIT`,
    )
  }
}
