import type { ClickHouseClient } from '@clickhouse/client'
import type { WorkspaceRef } from '../../contract/index.js'
import { dataDays, dayMs, firstDataDay } from '../days.js'

const span = dataDays * dayMs
const start = firstDataDay * dayMs

/** Log lines, and points of a gauge and of a counter that sometimes resets; 200 machines, `rows` of each. */
export async function fillMachines(
  client: ClickHouseClient,
  { number: place }: WorkspaceRef,
  rows: number,
): Promise<void> {
  const database = `w${place}`
  const at = `fromUnixTimestamp64Milli(toInt64(${start}) + toInt64(number * ${Math.floor(span / rows)}), 'UTC')`
  await client.command({
    query: `INSERT INTO ${database}.logs_v1 (timestamp, level, service, source, message, session_id, seq, message_hash)
      SELECT ${at}, ['error', 'warning', 'info', 'info', 'info'][1 + number % 5], concat('service-', toString(number % 7)), concat('host-', toString(number % 200)),
        concat('{"message":"line ', toString(number), '"}')::JSON, '', number, 0 FROM numbers(${rows})`,
  })
  for (const [name, type, value] of machines)
    await client.command({
      query: `INSERT INTO ${database}.metrics_v1 (timestamp, name, type, temporality, service, source, labels, label_names, series, value, bucket_bounds, bucket_counts, seq, message)
        SELECT ${at}, '${name}', '${type}', 'cumulative', '', concat('host-', toString(number % 200)), '{}'::JSON, '[]', toString(number % 200), ${value}, [], [], number, 0 FROM numbers(${rows})`,
    })
}

const machines: readonly (readonly [string, string, string])[] = [
  ['cpu', 'gauge', 'toFloat64(number * 7919 % 101)'],
  // Each machine's readings grow by 3 and reset after 500.
  ['requests', 'counter', 'toFloat64(intDiv(number, 200) % 500 * 3)'],
]
