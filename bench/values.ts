import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { benchEngines, medians, quiet } from './engine.js'
import { benchService } from './service.js'

/**
 * npm run bench:values -- [events]: the values of a field as pickers request them, on both embedded engines.
 * Each event has a unique id in a property, one of 100,000 titles and one of two plans. Prints milliseconds
 * over HTTP, without a cache.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const batch = 10_000

const engines = await benchEngines()
for (const engine of ['clickhouse', 'postgres'] as const) {
  const store =
    engine === 'clickhouse'
      ? engines.store
      : createPostgresStore({ connection: engines.postgres, log: quiet })
  const service = await benchService(engines, store, { clock: Date.now })
  const workspace = await service.workspace(`values-${engine}`)
  const begin = performance.now()
  for (let sent = 0; sent < events; sent += batch) {
    const lines = Array.from({ length: batch }, (_, at) => {
      const n = sent + at
      const properties = {
        order: `order ${(n * 7919) % events}`,
        title: `title ${Math.floor(100_000 * ((n * 0.618034) % 1) ** 4)}`,
        plan: ['free', 'pro'][n % 2],
      }
      return JSON.stringify({ event: `event ${n % 5}`, device_id: `device ${n % 5000}`, properties })
    })
    const response = await fetch(`${service.base}/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.ingestKey}` },
      body: lines.join('\n'),
    })
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
  }
  console.log(`${engine}: ${events} events in ${((performance.now() - begin) / 1_000).toFixed(0)} s`)
  const ask = (query: string) => async (): Promise<void> => {
    const response = await fetch(`${service.base}/api/v1/data/sources/events/values/${query}`, {
      headers: workspace.headers,
    })
    const body = (await response.json()) as { data: { values: readonly string[] } }
    if (response.status !== 200 || body.data.values.length === 0) throw new Error(JSON.stringify(body))
  }
  const asked = [
    ...['properties.order', 'properties.order?search=order%2077', 'properties.order?search=77777'],
    ...[
      'properties.title',
      'properties.title?search=title%2099',
      'properties.plan',
      'event_name',
      'device_id',
    ],
  ]
  const times = await medians(Object.fromEntries(asked.map((query) => [query, ask(query)])), 7)
  for (const query of asked) console.log(`  ${query}: ${(times[query] ?? NaN).toFixed(0)} ms`)
  await service.close()
}
await engines.stop()
