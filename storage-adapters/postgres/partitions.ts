import type pg from 'pg'
import { dayMs } from '../sql/edges.js'

/** A UTC month: its name as YYYYMM, and its first day and that of the next month as YYYY-MM-DD. */
export interface Month {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** The distinct UTC months of the times. */
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
 * Creates a table's missing partitions for these months. Each is created as a table and then attached:
 * creating it in place would wait for all queries on the table and block all later ones.
 * @param also further statements for each new partition, in the same transaction
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
