import type { ClickHouseClient } from '@clickhouse/client'
import type pg from 'pg'
import { makePartitions, monthsOf } from '../../storage-adapters/postgres/partitions.js'
import { dayMs, today } from './questions.js'

const span = 90 * dayMs
const start = today - 89 * dayMs

/** Log lines, and points of a gauge and of a counter that starts anew now and then; 200 machines, `rows` of each. */
export async function fillMachinesClickHouse(client: ClickHouseClient, rows: number): Promise<void> {
  const at = `fromUnixTimestamp64Milli(toInt64(${start}) + toInt64(number * ${Math.floor(span / rows)}), 'UTC')`
  await client.command({
    query: `INSERT INTO w1.logs_v1 (timestamp, level, service, source, message, session_id, seq, message_hash)
      SELECT ${at}, ['error', 'warning', 'info', 'info', 'info'][1 + number % 5], concat('service-', toString(number % 7)), concat('host-', toString(number % 200)),
        concat('{"message":"line ', toString(number), '"}')::JSON, '', number, 0 FROM numbers(${rows})`,
  })
  for (const [name, type, value] of machinesOf('number', 'intDiv', 'toFloat64'))
    await client.command({
      query: `INSERT INTO w1.metrics_v1 (timestamp, name, type, temporality, service, source, labels, label_names, series, value, bucket_bounds, bucket_counts, seq, message)
        SELECT ${at}, '${name}', '${type}', 'cumulative', '', concat('host-', toString(number % 200)), '{}'::JSON, '[]', toString(number % 200), ${value}, [], [], number, 0 FROM numbers(${rows})`,
    })
}

export async function fillMachinesPostgres(client: pg.Client, rows: number): Promise<void> {
  const months = monthsOf(Array.from({ length: 91 }, (_, day) => start + day * dayMs))
  for (const table of ['logs_v1', 'metrics_v1']) await makePartitions(client, 'w1', table, months)
  const ms = `(${start} + n * ${Math.floor(span / rows)}::bigint)`
  const day = `DATE '1970-01-01' + (${ms} / ${dayMs})::int`
  await client.query(`INSERT INTO w1.logs_v1 (ms, day, level, service, source, message, seq)
    SELECT ${ms}, ${day}, (ARRAY['error', 'warning', 'info', 'info', 'info'])[1 + n % 5], 'service-' || n % 7, 'host-' || n % 200, jsonb_build_object('message', 'line ' || n), n
    FROM generate_series(0, ${rows - 1}) AS n`)
  for (const [name, type, value] of machinesOf('n', 'div', ''))
    await client.query(`INSERT INTO w1.metrics_v1 (ms, day, name, type, temporality, source, labels, label_names, series, value, bucket_bounds, bucket_counts, seq)
      SELECT ${ms}, ${day}, '${name}', '${type}', 'cumulative', 'host-' || n % 200, '{}', '[]', (n % 200)::text, ${value}, '{}', '{}', n FROM generate_series(0, ${rows - 1}) AS n`)
  await client.query('VACUUM ANALYZE')
}

const machinesOf = (n: string, divide: string, float: string): readonly (readonly string[])[] => [
  ['cpu', 'gauge', `${float}(${n} * 7919 % 101)`],
  // Each machine's readings grow by 3 and start anew after 500.
  ['requests', 'counter', `${float}((${divide}(${n}, 200)) % 500 * 3)`],
]
