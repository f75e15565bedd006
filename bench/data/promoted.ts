import type { ClickHouseClient } from '@clickhouse/client'
import { dataDays, dayMs, firstDataDay } from '../days.js'

/**
 * Rows of logs, traits and metrics for the bench of promoted properties, made by the engine, in the same 90
 * days as the events. Times, labels and attributes follow from the row's number.
 */
const start = firstDataDay * dayMs
const perInsert = 1_000_000

const pick = (names: string, by: string): string => `[${names.split(' ').map((name) => `'${name}'`).join(', ')}][1 + ${by}]`
/** A JSON object of names and JSON values, as text. */
const object = (members: Readonly<Record<string, string>>): string =>
  `concat('{', ${Object.entries(members)
    .map(([name, value]) => `'"${name}":', ${value}`)
    .join(", ',', ")}, '}')`
const quoted = (value: string): string => `concat('"', ${value}, '"')`

const numbered = (rows: number, from: number, interval: string): string =>
  `SELECT number AS n, sipHash64(number) AS h, fromUnixTimestamp64Milli(toInt64(${start} + ${interval}), 'UTC') AS timestamp FROM numbers(${from}, ${rows})`

/** Log lines of eight attributes, five services, newest last. */
const logs = (database: string, rows: number, from: number, total: number): string => {
  const message = object({
    text: quoted(`concat('request ', toString(h % 1000), ' was answered')`),
    status: `toString([200, 200, 200, 200, 204, 301, 404, 500][1 + h % 8])`,
    method: quoted(pick('GET GET GET POST PUT', 'h % 5')),
    path: quoted(`concat('/p/', toString(intDiv(h, 7) % 500))`),
    host: quoted(`concat('host-', toString(h % 40))`),
    duration_ms: `toString((h % 40000) / 4)`,
    request: quoted('lower(hex(h))'),
    cached: `if(h % 4 = 0, 'true', 'false')`,
  })
  return `INSERT INTO ${database}.logs_v1 (timestamp, level, service, source, message, seq, message_hash)
    SELECT timestamp, ${pick('info info info warn error', 'h % 5')}, concat('service-', toString(h % 5)), '', ${message}, n, h
    FROM (${numbered(rows, from, `number * ${(dataDays * dayMs) / total}`)})`
}

/** Points of a counter of 2,000 series, one per series and scrape. */
const metrics = (database: string, rows: number, from: number, total: number): string => {
  const labels = object({
    status: quoted(pick('200 204 301 404 500', 'n % 5')),
    method: quoted(pick('GET POST', 'intDiv(n, 5) % 2')),
    route: quoted(`concat('/r/', toString(intDiv(n, 10) % 20))`),
    host: quoted(`concat('host-', toString(intDiv(n, 200) % 10))`),
  })
  return `INSERT INTO ${database}.metrics_v1 (timestamp, name, type, temporality, service, labels, label_names, series, value, seq, message)
    SELECT timestamp, 'requests', 'counter', 'cumulative', 'api', ${labels}, '["host","method","route","status"]',
      concat('series ', toString(n % 2000)), toFloat64(intDiv(n, 2000) * 3), n, h
    FROM (${numbered(rows, from, `intDiv(number, 2000) * 2000 * ${(dataDays * dayMs) / total}`)})`
}

/** Two calls of eight traits per device of the stored events. */
const traits = (database: string): string => {
  const json = object({
    plan: quoted(pick('free free free pro team', 'h % 5')),
    company: quoted(`concat('company ', toString(h % 3000))`),
    role: quoted(pick('admin editor viewer', 'h % 3')),
    seats: 'toString(h % 50)',
    age: 'toString(18 + h % 60)',
    email: quoted(`concat(lower(hex(h)), '@example.com')`),
    newsletter: `if(h % 3 = 0, 'true', 'false')`,
    score: 'toString((h % 1000) / 8)',
  })
  return `INSERT INTO ${database}.traits_v1 (timestamp, device_id, traits, seq, message)
    SELECT seen, device_id, ${json}, toInt64(rowNumberInAllBlocks()), h
    FROM (SELECT device_id, min(timestamp) AS first, sipHash64(device_id, call) AS h, call, first + toIntervalHour(call) AS seen
      FROM ${database}.events_v1 ARRAY JOIN [0, 1] AS call GROUP BY device_id, call)`
}

/** Fills all three tables: as many log lines and points as `rows`, and the traits of the stored events' devices. */
export async function fillPromoted(client: ClickHouseClient, database: string, rows: number): Promise<void> {
  const clickhouse_settings = { max_insert_threads: '1', min_insert_block_size_rows: '1500000' } as const
  const run = (query: string) => client.command({ query, clickhouse_settings })
  for (let from = 0; from < rows; from += perInsert) {
    const count = Math.min(perInsert, rows - from)
    await run(logs(database, count, from, rows))
    await run(metrics(database, count, from, rows))
  }
  await run(traits(database))
}
