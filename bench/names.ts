import { setTimeout as pause } from 'node:timers/promises'
import type { Batch, PropertySource, WorkspaceRef } from '../contract/index.js'
import { benchEngines, medians } from './engine.js'
import { insertMade, madeRows, madeUnder } from './made-rows.js'
import { namedProperties } from './named-properties.js'
import { namesSource } from './names-source.js'
import { costOf, cpuOf } from './processor-time.js'

/**
 * npm run bench:names -- [events] [shapes] [made | logs | metrics | traits]: the cost of many property names on embedded
 * ClickHouse, of events or of another source. A shape is `names/properties per event`. Prints insertion, files, bytes and queries, each as a ratio to the
 * first shape.
 *
 * With `made` the engine generates the events itself, in inserts of 100,000, and nothing is optimized; it
 * waits for the merges that follow. Prints a table of the engine's processor time in milliseconds.
 */
const events = Number(process.argv[2] ?? 200_000)
const shapes = (process.argv[3] ?? '20/20,5/5,50/20,400/20,2000/20,20000/20,2000/1,400/100')
  .split(',')
  .map((shape) => shape.split('/').map(Number) as [number, number])
const made = process.argv[4] === 'made'
const source = namesSource(made ? undefined : process.argv[4])
const batchRows = 10_000

const { client, clickhouse, store, stop } = await benchEngines()
let number = 0
let seq = 0
const start = Date.UTC(2026, 0, 1)

const batch = (from: number, names: number, per: number): Batch =>
  source.batch(
    Array.from({ length: batchRows }, (_, index) => {
      const n = from + index
      return { n, timestamp: start + n * 1_000, seq: ++seq, properties: namedProperties(n, names, per) }
    }),
  )

async function ask(query: string): Promise<readonly (readonly unknown[])[]> {
  const result = await client.query({ query, format: 'JSONCompactEachRow' })
  return result.json<readonly unknown[]>()
}

/** The queries of a table; `rare` is a name that few events have, unless there are few names. */
function questions(
  workspace: WorkspaceRef,
  table: string,
  names: number,
): Readonly<Record<string, () => Promise<unknown>>> {
  const sample = { rows: 10_000, paths: 1_000 }
  const budget = { timeMs: 60_000, memoryBytes: 4e9, rows: 10_000 }
  const { column, sumOf } = source
  const fieldsOf = (name: PropertySource) => () => store.properties(workspace, name, sample, budget)
  const rare = `${column}.property_${Math.max(2, names - 1)}`
  return {
    filter: () => ask(`SELECT count() FROM ${table} WHERE ${column}.plan.:String = 'pro'`),
    breakdown: () => ask(`SELECT ${column}.plan.:String AS p, count() FROM ${table} GROUP BY p`),
    'rare name': () => ask(`SELECT ${rare}.:String AS p, count() FROM ${table} GROUP BY p`),
    sum: () => ask(`SELECT ${sumOf(`${column}.total`)} FROM ${table}`),
    'last 100 rows': () => ask(`SELECT ${column} FROM ${table} ORDER BY timestamp DESC LIMIT 100`),
    ...(source.name !== 'metrics' && { fields: fieldsOf(source.name) }),
  }
}

const cpu = (): number => cpuOf(clickhouse.pid)

/** Resolves when the engine has had nothing to merge for two seconds. */
async function merged(): Promise<void> {
  for (let still = 0; still < 4; still++) {
    await pause(500)
    const [row] = await ask('SELECT count() FROM system.merges')
    if (Number(row?.[0]) > 0) still = -1
  }
}

async function measuredMade([names, per]: readonly [number, number]): Promise<
  Readonly<Record<string, number>>
> {
  const workspace: WorkspaceRef = { id: `ws_${++number}`, number }
  await store.createWorkspace(workspace)
  const table = `w${number}.events_v1`
  const begun = cpu()
  let insert = 0
  for (let from = 0; from < events; from += madeRows) {
    const before = cpu()
    const query = insertMade(table, { from, names, per, start })
    await client.command({ query, clickhouse_settings: madeUnder })
    insert += cpu() - before
  }
  await merged()
  const whole = cpu() - begun
  const [size] = await ask(
    `SELECT count(), sum(files), sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'w${number}'`,
  )
  const [column] = await ask(
    `SELECT sum(column_bytes_on_disk) FROM system.parts_columns WHERE active AND database = 'w${number}' AND column = 'properties'`,
  )
  const costs: Record<string, number> = {}
  for (const [name, question] of Object.entries(questions(workspace, table, names)))
    costs[name] = await costOf(question, cpu)
  await store.dropWorkspace(workspace)
  return {
    'insert, µs an event': (insert / events) * 1e6,
    'with merges, µs': (whole / events) * 1e6,
    parts: Number(size?.[0]),
    files: Number(size?.[1]),
    'bytes an event': Number(size?.[2]) / events,
    'of it properties': Number(column?.[0]) / events,
    ...costs,
  }
}

async function measured([names, per]: readonly [number, number]): Promise<Readonly<Record<string, number>>> {
  const workspace: WorkspaceRef = { id: `ws_${++number}`, number }
  await store.createWorkspace(workspace)
  let insert = 0
  for (let from = 0; from < events; from += batchRows) {
    const rows = batch(from, names, per)
    const begin = performance.now()
    await store.append(workspace, rows)
    insert += performance.now() - begin
  }
  const table = `w${number}.${source.table}`
  await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` })
  await pause(1_000)
  const [size] = await ask(
    `SELECT sum(files), sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'w${number}'`,
  )
  const times = await medians(questions(workspace, table, names), 5)
  await store.dropWorkspace(workspace)
  return { insert, files: Number(size?.[0]), bytes: Number(size?.[1]), ...times }
}

let first: Readonly<Record<string, number>> | null = null
for (const shape of shapes) {
  const found = await (made ? measuredMade(shape) : measured(shape))
  if (made && first === null) {
    const titles = ['names', 'an event', ...Object.keys(found)]
    console.log(`| ${titles.join(' | ')} |\n|${titles.map(() => '---:|').join('')}`)
  }
  first ??= found
  if (made) {
    console.log(`| ${[...shape, ...Object.values(found).map((value) => Math.round(value))].join(' | ')} |`)
    continue
  }
  const cells = Object.entries(found).map(
    ([name, value]) => `${name} ${Math.round(value)} (${(value / (first?.[name] ?? value)).toFixed(1)})`,
  )
  console.log(`${shape[0]} names, ${shape[1]} an event: ${cells.join(', ')}`)
}
await stop()
