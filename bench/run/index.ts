import { serverSettings } from '../../storage-adapters/clickhouse/server-settings.js'
import { fill, settled } from '../data/clickhouse.js'
import { fillMachines } from '../data/machines.js'
import { fillPeers } from '../data/peers.js'
import { benchEngines, storeWithoutViews } from '../engine.js'
import { createMeter } from '../meter.js'
import { questions } from '../questions/index.js'
import { benchService } from '../service.js'
import { keepDays } from './kept.js'
import { charted, drawCharts } from '../charts/draw.js'
import { runQuestion, type Found } from './question.js'
import { growthPage, sizePage, writeResult } from './results.js'
import { size } from './tables.js'
import { runTiles } from './tiles.js'

/**
 * npm run bench -- [events,events …] [question …]: builds the data inside the engine, asks every metric, funnels and
 * retention through the service's own plans, from the events and from views, and in the shapes of other products,
 * checks that the numbers agree and prints the costs as Markdown: processor time of the engine, medians of rounds in
 * turns. With several sizes, also how the costs grow. The shapes of others are asked of sizes up to 20 million.
 * A run of all questions at sizes of the charts also writes bench/results/<size>-million.md and growth.md, and draws the
 * charts again.
 */
const [sizesText = '1000000', ...only] = process.argv.slice(2)
const sizes = sizesText.split(',').map(Number)
const mostForPeers = 20_000_000
const writesResults = only.length === 0 && sizes.every((events) => charted.includes(events / 1e6))

const note = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)

async function runSize(events: number): Promise<readonly Found[]> {
  const engines = await benchEngines()
  const { store, client, clickhouse } = engines
  const raw = storeWithoutViews(clickhouse)
  const service = await benchService(engines, store)
  try {
    const unasked = notAsked(service.metricPaths)
    if (unasked.length > 0) throw new Error(`no question of the bench asks ${unasked.join(', ')}`)
    const workspace = await service.workspace('bench')
    const withPeers = events <= mostForPeers
    note(`${size(events)} events`)
    await fill(client, workspace.ref, events)
    note('logs and points')
    await fillMachines(client, workspace.ref, Math.ceil(events / 10))
    if (withPeers) {
      note('the same as others store it')
      await fillPeers(client, events)
    }
    note('waiting for merges')
    await settled(client, 120)
    note('the days of persons')
    const kept = await keepDays(client, store, workspace.ref)
    const settings = await serverSettings(client)()
    const meter = await createMeter(client)
    const found: Found[] = []
    const failed: string[] = []
    for (const question of questions) {
      if (only.length > 0 && !only.some((part) => question.name.includes(part))) continue
      note(question.name)
      try {
        found.push(await runQuestion(question, { workspace, store, raw, kept, settings, meter, withPeers }))
      } catch (error) {
        // The other questions are still worth measuring.
        console.log(`${question.name} failed: ${String(error)}`)
        process.exitCode = 1
        failed.push(question.name)
      }
    }
    const tiles = only.length === 0 ? await runTiles(workspace, client) : null
    const page = sizePage({ events, found, failed, stored: await stored(client), tiles, withPeers })
    console.log(`\n${page}`)
    if (writesResults) writeResult(`${events / 1e6}-million`, page)
    return found
  } finally {
    await raw.close()
    await service.close()
    await engines.stop()
  }
}

/** The metrics without a question. Where two paths fit a question, it asks the one with fewer parameters. */
function notAsked(paths: readonly string[]): readonly string[] {
  const parameters = (path: string): number => path.split(':').length
  const byParameters = [...paths].sort((a, b) => parameters(a) - parameters(b))
  const fits = (path: string, asked: string): boolean =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(asked)
  const asked = questions.map(({ request }) => request.path.split('?')[0] ?? '')
  const found = new Set(asked.map((one) => byParameters.find((path) => fits(path, one))))
  return paths.filter((path) => !found.has(path))
}

/** Rows, parts and megabytes on disk of each table. */
async function stored(client: Awaited<ReturnType<typeof benchEngines>>['client']): Promise<string> {
  const query = `SELECT concat(database, '.', table) AS name, sum(rows) AS rows, count() AS parts, round(sum(bytes_on_disk) / 1e6) AS mb FROM system.parts
    WHERE active AND (database = 'peers' OR match(database, '^w[0-9]+$')) GROUP BY name ORDER BY name`
  const tables = await (await client.query({ query, format: 'JSONEachRow' })).json<Record<string, string>>()
  return tables
    .map(({ name, rows, parts, mb }) => `${name}: ${rows} rows, ${parts} parts, ${mb} MB`)
    .join('; ')
}

const all: (readonly Found[])[] = []
for (const events of sizes) all.push(await runSize(events))
if (sizes.length > 1) {
  const page = growthPage(sizes, all)
  console.log(`\n${page}`)
  if (writesResults) writeResult('growth', page)
}
if (writesResults) drawCharts()
