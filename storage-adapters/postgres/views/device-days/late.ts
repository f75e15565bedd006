import type pg from 'pg'
import { dayMs } from '../../../sql/edges.js'
import { rollups, tableOf } from '../rollups/tables.js'
import type { LateEvents } from '../triggered/view.js'
import { addDays, blockDays, lateDays } from './tables.js'

/**
 * A batch of more events is counted later, with all others of its block of days: a row is then written once, and not for each
 * day. An import would cost the engine half as much again.
 */
export const mostAtOnce = 5_000

/** No batch for so long, and the import is probably over. In seconds. */
const quiet = 10

/** The events that one transaction counts, as appends wait for it. */
const eventsAtOnce = 25_000

/** The statement of the trigger that notes the days of the rows in `fresh`. */
export const noteDays = (schema: string): string => `INSERT INTO ${schema}.${lateDays} (day, since)
    SELECT day, clock_timestamp() FROM (SELECT DISTINCT day FROM fresh) AS d ON CONFLICT (day) DO UPDATE SET since = excluded.since`

interface LateDay {
  readonly day: string
  readonly since: string
}

/** Events of large batches. Those of small ones are counted at once, on such days too. */
export const lateEvents: LateEvents = {
  table: lateDays,
  async state(client, schema) {
    const { rows } = await client.query<{ expected: boolean | null }>(
      `SELECT max(since) > clock_timestamp() - interval '${quiet} s' AS expected FROM ${schema}.${lateDays}`,
    )
    const expected = rows[0]?.expected ?? null
    return expected === null ? 'none' : expected ? 'expected' : 'due'
  },
  async count(client, schema, goesOn) {
    const { rows } = await client.query<LateDay>(
      `SELECT day::text AS day, since::text AS since FROM ${schema}.${lateDays} ORDER BY day`,
    )
    const blocks = new Map<number, LateDay[]>()
    for (const row of rows) {
      const block = Math.floor(Date.parse(row.day) / dayMs / blockDays)
      blocks.set(block, [...(blocks.get(block) ?? []), row])
    }
    for (const days of blocks.values()) if (goesOn()) await countBlock(client, schema, days, goesOn)
  },
}

/**
 * Counts the days of a block, a range of devices at a time: keys are hashes, so ranges of the same length have about as many
 * events. If another large batch came meanwhile its days are counted again.
 */
async function countBlock(
  client: pg.ClientBase,
  schema: string,
  late: readonly LateDay[],
  goesOn: () => boolean,
): Promise<void> {
  const days = late.map(({ day }) => day)
  const [byName] = rollups
  if (byName === undefined) throw new Error('no rollup counts the events of a day')
  const { rows } = await client.query<{ events: string | null }>(
    `SELECT sum(rows)::text AS events FROM ${tableOf(schema, byName)} WHERE day = ANY ($1::date[])`,
    [days],
  )
  const events = `${schema}.events_v1 WHERE day = ANY ($1::date[]) AND device BETWEEN $2 AND $3`
  for (const [first, last] of keyRanges(Math.ceil(Number(rows[0]?.events ?? 0) / eventsAtOnce))) {
    if (!goesOn()) return
    // As in countDay: later changes wait, earlier ones are visible. A range is found by the index of days and devices, however
    // large the table is.
    await client.query(`BEGIN; SET LOCAL enable_seqscan = off; SELECT FROM ${schema}.data_version FOR UPDATE`)
    await client.query(addDays(schema, events), [days, String(first), String(last)])
    await client.query('COMMIT')
  }
  await client.query(
    `DELETE FROM ${schema}.${lateDays} WHERE (day, since) IN (SELECT * FROM unnest($1::date[], $2::timestamptz[]))`,
    [days, late.map(({ since }) => since)],
  )
}

/** Divides all keys into ranges, from the first to the last key of each. */
export function keyRanges(count: number): readonly (readonly [bigint, bigint])[] {
  const parts = BigInt(Math.max(1, count))
  const start = (part: bigint): bigint => (part << 64n) / parts - (1n << 63n)
  return Array.from({ length: Number(parts) }, (_, at) => [start(BigInt(at)), start(BigInt(at) + 1n) - 1n])
}
