import { setTimeout as pause } from 'node:timers/promises'
import type { Batch, JsonValue, WorkspaceRef } from '../core/contract/index.js'
import { benchEngines, medians } from './engine.js'

/**
 * npm run bench:names -- [events] [shapes]: what the number of property names costs on embedded ClickHouse. A shape is
 * `names/properties an event`. Prints insertion, files, bytes and four questions, each as a ratio to the first shape.
 */
const events = Number(process.argv[2] ?? 200_000)
const shapes = (process.argv[3] ?? '20/20,5/5,50/20,400/20,2000/20,20000/20,2000/1,400/100')
  .split(',')
  .map((shape) => shape.split('/').map(Number) as [number, number])
const batchRows = 10_000

const { client, store, stop } = await benchEngines()
let number = 0
let seq = 0
const start = Date.UTC(2026, 0, 1)

/** Event `n`: `plan` and `total` in each, the other names in turns, so that all of them are equally frequent. */
function properties(n: number, names: number, per: number): Record<string, JsonValue> {
  const own: Record<string, JsonValue> = { plan: ['free', 'pro', 'team'][n % 3] ?? '', total: n % 1_000 }
  for (let i = 2; i < per; i++) {
    const name = 2 + ((n * (per - 2) + i) % Math.max(1, names - 2))
    own[`property_${name}`] = name % 3 === 0 ? (n * 7) % 10_000 : `value ${(n * 13) % 500}`
  }
  return own
}

const batch = (from: number, names: number, per: number): Batch => ({
  events: Array.from({ length: batchRows }, (_, index) => {
    const n = from + index
    return {
      timestamp: start + n * 1_000,
      event_name: 'view',
      device_id: `device ${n % 5_000}`,
      session_id: null,
      user_id: null,
      message_id: null,
      seq: ++seq,
      context: {},
      properties: properties(n, names, per),
    }
  }),
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})

async function ask(query: string): Promise<readonly (readonly unknown[])[]> {
  const result = await client.query({ query, format: 'JSONCompactEachRow' })
  return result.json<readonly unknown[]>()
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
  const table = `w${number}.events_v1`
  await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` })
  await pause(1_000)
  const [size] = await ask(
    `SELECT sum(files), sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'w${number}'`,
  )
  const sample = { rows: 10_000, paths: 1_000 }
  const budget = { timeMs: 60_000, memoryBytes: 4e9, rows: 10_000 }
  const rare = `properties.property_${Math.max(2, names - 1)}`
  const times = await medians(
    {
      filter: () => ask(`SELECT count() FROM ${table} WHERE properties.plan.:String = 'pro'`),
      breakdown: () => ask(`SELECT properties.plan.:String AS p, count() FROM ${table} GROUP BY p`),
      'rare name': () => ask(`SELECT ${rare}.:String AS p, count() FROM ${table} GROUP BY p`),
      sum: () => ask(`SELECT sum(properties.total.:Int64) FROM ${table}`),
      'last 100 rows': () => ask(`SELECT properties FROM ${table} ORDER BY timestamp DESC LIMIT 100`),
      fields: () => store.properties(workspace, 'events', sample, budget),
    },
    5,
  )
  await store.dropWorkspace(workspace)
  return { insert, files: Number(size?.[0]), bytes: Number(size?.[1]), ...times }
}

let first: Readonly<Record<string, number>> | null = null
for (const shape of shapes) {
  const found = await measured(shape)
  first ??= found
  const cells = Object.entries(found).map(
    ([name, value]) => `${name} ${Math.round(value)} (${(value / (first?.[name] ?? value)).toFixed(1)})`,
  )
  console.log(`${shape[0]} names, ${shape[1]} an event: ${cells.join(', ')}`)
}
await stop()
