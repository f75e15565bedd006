import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { nativeBlock } from '../storage-adapters/clickhouse/ingest/native-block.js'
import { insertTables, type Column } from '../storage-adapters/clickhouse/ingest/row-format.js'
import { insertSettings } from '../storage-adapters/clickhouse/connection.js'
import { hashInto } from '../storage-adapters/sql/text-hash.js'
import type { EventRow } from '../contract/index.js'
import { fileEvent } from './bulk-file.js'
import { benchEngines, median } from './engine.js'

/**
 * npm run bench:import-floor -- [rows] [rounds] [rows an insert]: what ClickHouse alone uses to store the events of
 * bench/bulk.ts. The rows lie in memory as columns, or come as the bytes that the service sends; they go into a table
 * without sort key, codecs, hashes and projections, and into the events table of a workspace. No importer and no service
 * take part, nothing is checked, and merges that follow are not counted: no import can cost less than this.
 */
const rows = Number(process.argv[2] ?? 200_000)
const rounds = Number(process.argv[3] ?? 3)
const atOnce = Number(process.argv[4] ?? 50_000)

const columns = insertTables.events.columns.filter(
  ({ name, isContext }) => isContext !== true || name === 'country',
) as readonly Column<unknown>[]
const names = columns.map(({ name }) => name).join(', ')
const types = columns.map(({ name, type }) => `${name} ${type}`).join(', ')

function rowOf(n: number): EventRow {
  const { event, device_id, user_id, session_id, timestamp, country, properties } = fileEvent(n, rows, true)
  return {
    ...{ timestamp, event_name: event, device_id, session_id, user_id, message_id: null },
    ...{ seq: n, context: { country }, properties: JSON.parse(properties) as EventRow['properties'] },
  }
}

const { client, store, stop } = await benchEngines()
try {
  await store.createWorkspace({ id: 'ws_floor', number: 1 })
  await client.command({ query: 'CREATE DATABASE floor' })
  await client.command({ query: `CREATE TABLE floor.source (${types}) ENGINE = Memory` })
  await client.command({ query: `CREATE TABLE floor.bare (${types}) ENGINE = MergeTree ORDER BY tuple()` })
  const bodies: Buffer[] = []
  for (let from = 0; from < rows; from += atOnce) {
    const part = Array.from({ length: Math.min(atOnce, rows - from) }, (_, index) => rowOf(from + index))
    const hashes = new Uint32Array(2 * part.length)
    for (let index = 0; index < part.length; index++) hashInto(`import-${from + index}`, hashes, 2 * index)
    bodies.push(Buffer.concat(await nativeBlock(columns, { rows: part, hashes })))
  }
  const settings = { ...insertSettings, max_insert_threads: '1' }
  const insert = (table: string, body: Buffer) => ({
    text: `INSERT INTO ${table} (${names}) FORMAT Native`,
    body,
  })
  async function run({ text, body }: { readonly text: string; readonly body?: Buffer }): Promise<void> {
    if (body === undefined) await client.command({ query: text, clickhouse_settings: settings })
    else {
      const values = Readable.from([body])
      const { stream } = await client.exec({ query: text, values, clickhouse_settings: settings })
      await finished(stream.resume())
    }
  }
  for (const body of bodies) await run(insert('floor.source', body))
  /** The engine's own count, in microseconds. */
  const engineCpu = async (): Promise<number> => {
    const query = `SELECT value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`
    const [[value] = []] = await (
      await client.query({ query, format: 'JSONCompactEachRow' })
    ).json<string[]>()
    return Number(value)
  }
  const copy = (table: string) =>
    bodies.map((_, part) => ({
      text: `INSERT INTO ${table} (${names}) SELECT ${names} FROM floor.source WHERE seq >= ${part * atOnce} AND seq < ${(part + 1) * atOnce}`,
    }))
  const ways = {
    'columns in memory, a bare table': ['floor.bare', copy('floor.bare')],
    'columns in memory, the events table': ['`w1`.events_v1', copy('`w1`.events_v1')],
    'bytes, a bare table': ['floor.bare', bodies.map((body) => insert('floor.bare', body))],
    'bytes, the events table': ['`w1`.events_v1', bodies.map((body) => insert('`w1`.events_v1', body))],
  } as const
  const costs = new Map<string, number[]>()
  for (let round = -1; round < rounds; round++)
    for (const [name, [table, statements]] of Object.entries(ways)) {
      await client.command({ query: `TRUNCATE TABLE ${table}` })
      await client.command({ query: `SYSTEM STOP MERGES ${table}` })
      const before = await engineCpu()
      for (const statement of statements) await run(statement)
      const cost = ((await engineCpu()) - before) / rows
      if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  console.log(
    `${rows} rows in inserts of ${atOnce}, the engine's processor time, µs a row\n| | median | least |\n|---|---:|---:|`,
  )
  for (const [name, list] of costs)
    console.log(`| ${name} | ${median(list).toFixed(1)} | ${Math.min(...list).toFixed(1)} |`)
} finally {
  await store.close()
  await stop()
}
