import { insertTables, rowText, type Column } from '../storage-adapters/clickhouse/ingest/row-format.js'
import { insertSettings } from '../storage-adapters/clickhouse/connection.js'
import { textHash } from '../storage-adapters/sql/text-hash.js'
import type { EventRow } from '../contract/index.js'
import { fileEvent } from './bulk-file.js'
import { benchEngines, median } from './engine.js'

/**
 * npm run bench:import-floor -- [rows] [rounds] [rows an insert]: what ClickHouse alone uses to store the events of
 * bench/bulk.ts. The rows lie in memory as columns, or come as the text that the service sends; they go into a table
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
  const texts: string[] = []
  for (let from = 0; from < rows; from += atOnce) {
    let text = ''
    for (let n = from; n < Math.min(rows, from + atOnce); n++)
      text += rowText(columns, rowOf(n), textHash(`import-${n}`))
    texts.push(text)
  }
  const settings = { ...insertSettings, max_insert_threads: '1' }
  const insert = (table: string, text: string) => ({
    text: `INSERT INTO ${table} (${names}) FORMAT JSONCompactEachRow\n${text}`,
    settings,
  })
  for (const text of texts)
    await client.command({ query: insert('floor.source', text).text, clickhouse_settings: settings })
  /** The engine's own count, in microseconds. */
  const engineCpu = async (): Promise<number> => {
    const query = `SELECT value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`
    const [[value] = []] = await (
      await client.query({ query, format: 'JSONCompactEachRow' })
    ).json<string[]>()
    return Number(value)
  }
  const copy = (table: string) =>
    texts.map((_, part) => ({
      text: `INSERT INTO ${table} (${names}) SELECT ${names} FROM floor.source WHERE seq >= ${part * atOnce} AND seq < ${(part + 1) * atOnce}`,
      settings,
    }))
  const ways = {
    'columns in memory, a bare table': ['floor.bare', copy('floor.bare')],
    'columns in memory, the events table': ['`w1`.events_v1', copy('`w1`.events_v1')],
    'text, a bare table': ['floor.bare', texts.map((text) => insert('floor.bare', text))],
    'text, the events table': ['`w1`.events_v1', texts.map((text) => insert('`w1`.events_v1', text))],
  } as const
  const costs = new Map<string, number[]>()
  for (let round = -1; round < rounds; round++)
    for (const [name, [table, statements]] of Object.entries(ways)) {
      await client.command({ query: `TRUNCATE TABLE ${table}` })
      await client.command({ query: `SYSTEM STOP MERGES ${table}` })
      const before = await engineCpu()
      for (const { text } of statements) await client.command({ query: text, clickhouse_settings: settings })
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
