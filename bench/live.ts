import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClickHouseClient } from '@clickhouse/client'
import { fill, settled } from './data/clickhouse.js'
import { month, rangeOf } from './days.js'
import { benchEngines, median } from './engine.js'
import { percentile } from './flood.js'
import { pause } from './hogs.js'
import type { LiveOrder } from './live-thread.js'
import { engineClock } from './meter.js'
import { tiles } from './run/tiles.js'
import { benchService, type BenchService, type BenchWorkspace, type Request } from './service.js'

/**
 * npm run bench:live -- [events] [now | scattered]: the same questions over HTTP of a workspace that nothing is stored in, and of
 * one with the same events while 500 a second come in, of which one in a hundred links a device: times, and processor time of
 * the engine. Events happen when they are sent, or up to an hour before; `scattered`, at any time of the day. In turns, round
 * after round; the second workspace keeps what came in before.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const isScattered = process.argv[3] === 'scattered'
const perSecond = 500
const linkEvery = 100
const rounds = 9
/** How often each phase asks a question. */
const asks = 7
/** Views that react to what came in need their time. */
const settleMs = 5_000

const range = `range=${rangeOf(month)}`
const asked: readonly Request[] = [
  ...tiles,
  { path: `metrics/dau?${range}&breakdown=country` },
  { path: `metrics/events/custom?${range}&property=amount&metric=sum` },
  { path: `metrics/events?${range}&breakdown=plan` },
  { path: `metrics/users?${range}` },
]
const nameOf = ({ path }: Request): string =>
  path
    .replace(/^metrics\//, '')
    .replace(/range=[\d,-]+&?/, '')
    .replace(/\?$/, '')

interface Asked {
  readonly ms: number[]
  readonly cpu: number[]
}

const engines = await benchEngines()
const { client, store } = engines
const microseconds = engineClock(client)
const engineMs = async (): Promise<number> => (await microseconds()) / 1000
const service = await benchService(engines, store)
try {
  const [unchanged, workspace] = [await service.workspace('quiet'), await service.workspace('live')]
  const both = [unchanged, workspace]
  for (const { ref } of both) await fill(client, ref, events)
  await settled(client, 120)
  await client.command({ query: 'SYSTEM START MERGES' })
  // Views that a store builds by itself are built once they were worth it.
  for (let round = 0; round < 4; round++) {
    for (const request of asked) for (const one of both) await one.ask(request)
    await pause(settleMs)
  }
  const quiet = new Map<string, Asked>()
  const live = new Map<string, Asked>()
  const perEvent: number[] = []
  for (let round = 0; round < rounds; round++) {
    await phase(unchanged, quiet, () => 0)
    const feed = await startFeed(service, workspace, client)
    await pause(settleMs)
    const [cpu, sent] = [await engineMs(), feed.sent()]
    await pause(settleMs)
    const each = ((await engineMs()) - cpu) / (feed.sent() - sent)
    perEvent.push(each)
    const begun = { at: feed.sent() }
    await phase(workspace, live, () => {
      const now = feed.sent()
      const own = (now - begun.at) * each
      begun.at = now
      return own
    })
    await feed.stop()
    await pause(settleMs)
  }
  console.log(
    `${events} events, ${perSecond} more a second${isScattered ? ' of any time of the day' : ''}, ${median(perEvent).toFixed(3)} ms of the engine each\n`,
  )
  console.log('| question | ms | live | p95 | live | times | engine ms | live | times |')
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const [name, before] of quiet) {
    const after = live.get(name) ?? { ms: [], cpu: [] }
    const [p95, live95] = [percentile(before.ms, 0.95), percentile(after.ms, 0.95)]
    const [own, liveOwn] = [median(before.cpu), median(after.cpu)]
    const cells = [median(before.ms), median(after.ms), p95, live95].map((ms) => ms.toFixed(0))
    const costs = [own.toFixed(1), liveOwn.toFixed(1), (liveOwn / own).toFixed(2)]
    console.log(`| ${[name, ...cells, (live95 / p95).toFixed(2), ...costs].join(' | ')} |`)
  }
} finally {
  await service.close()
  await engines.stop()
}

/** Asks every question; `other` returns the engine's time for what came in since it was last called. */
async function phase(fixture: BenchWorkspace, into: Map<string, Asked>, other: () => number): Promise<void> {
  for (let round = 0; round < asks; round++)
    for (const request of asked) {
      other()
      const cpu = await engineMs()
      const start = performance.now()
      await fixture.ask(request)
      const ms = performance.now() - start
      const used = (await engineMs()) - cpu
      const one = into.get(nameOf(request)) ?? { ms: [], cpu: [] }
      one.ms.push(ms)
      one.cpu.push(Math.max(0, used - other()))
      into.set(nameOf(request), one)
    }
}

interface Feed {
  /** The number of events that were answered. */
  sent(): number
  stop(): Promise<void>
}

async function startFeed(
  { base }: BenchService,
  { ref, ingestKey }: BenchWorkspace,
  engine: ClickHouseClient,
): Promise<Feed> {
  const column = async (query: string): Promise<readonly string[]> =>
    (await (await engine.query({ query, format: 'JSONCompactEachRow' })).json<string[]>()).map(
      ([value = '']) => value,
    )
  const table = `w${ref.number}.events_v1`
  const counts = new Int32Array(new SharedArrayBuffer(8))
  const workerData: LiveOrder = {
    counts,
    base,
    ingestKey,
    perSecond,
    linkEvery,
    isScattered,
    devices: await column(`SELECT DISTINCT device_id FROM ${table} WHERE day >= today() - 30 LIMIT 20000`),
    users: await column(`SELECT DISTINCT user_id FROM ${table} WHERE user_id != '' LIMIT 5000`),
  }
  const worker = new Worker(new URL('./live-thread.js', import.meta.url), { workerData })
  const ended = once(worker, 'exit')
  return {
    sent: () => Atomics.load(counts, 0),
    async stop() {
      Atomics.store(counts, 1, 1)
      // Rejects if the thread failed.
      await ended
    },
  }
}
