import type { AnalyticsStore, WorkspaceRef } from '../contract/index.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { fill, settled } from './data/clickhouse.js'
import { fillStore } from './data/postgres.js'
import { benchEngines, quiet, type BenchEngines } from './engine.js'
import { hogs, pause, rangeAt, startHog, type HogName } from './hogs.js'
import { eventMaker } from './sent-event.js'
import { benchService, type BenchService, type BenchWorkspace, type Request } from './service.js'

/**
 * npm run bench:fairness -- [engine,engine …] [events] [free] [hog,hog …]: a neighbour's latency of `dau` and of
 * storing events beside each hog of bench/hogs.ts, as a multiple of its latency without one. Idle and busy rounds
 * alternate, so that other work of the machine affects both. The goal is 3 at the 95th percentile. `free`: without the
 * queue; `queued` otherwise.
 */
const engines = (process.argv[2] ?? 'clickhouse,postgres').split(',')
const neighbourEvents = Number(process.argv[3] ?? 200_000)
const mode = process.argv[4] ?? 'queued'
const most = {
  QUERY_CONCURRENCY: '256',
  QUERY_CONCURRENCY_PER_WORKSPACE: '256',
  QUERY_CONCURRENCY_PER_CALLER: '256',
}
/** The time limit is the default; the rate limit of SQL is lifted, because it is not measured here. */
const environment: Readonly<Record<string, string>> = {
  QUERY_TIMEOUT: '30',
  SQL_RATE_LIMIT: '1000000',
  ...(mode === 'free' ? most : {}),
}
const hogNames = (process.argv[5] ?? Object.keys(hogs).join(',')).split(',') as HogName[]
const hogEvents = 3 * neighbourEvents
const rounds = 3
const questionsOfRound = 40
const batchesOfRound = 25
const dauAt = (asked: number): Request => ({ path: `metrics/dau?range=${rangeAt(asked)}` })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

interface Times {
  readonly dau: number[]
  readonly ingestion: number[]
}

/** Questions and small batches in turns, one at a time. */
async function neighbour(
  service: BenchService,
  workspace: BenchWorkspace,
  next: () => number,
  times: Times,
): Promise<void> {
  const event = eventMaker()
  for (let n = 0; n < Math.max(questionsOfRound, batchesOfRound); n++) {
    if (n < questionsOfRound) times.dau.push(await timed(() => workspace.ask(dauAt(next()))))
    if (n < batchesOfRound) {
      const body = Array.from({ length: 10 }, () => JSON.stringify(event())).join('\n')
      times.ingestion.push(
        await timed(async () => {
          const headers = { authorization: `Bearer ${workspace.ingestKey}` }
          const response = await fetch(`${service.base}/v1/events`, { method: 'POST', headers, body })
          await response.text()
          if (response.status !== 202) throw new Error(`ingestion answered ${response.status}`)
        }),
      )
    }
  }
}

const percentile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? NaN

function line(what: string, idle: readonly number[], busy: readonly number[]): string {
  const cells = [0.5, 0.95].flatMap((part) => {
    const [alone, beside] = [percentile(idle, part), percentile(busy, part)]
    return [alone.toFixed(0), beside.toFixed(0), (beside / alone).toFixed(1)]
  })
  return `| ${what} | ${cells.join(' | ')} |`
}

async function measure(name: string, benched: BenchEngines, store: AnalyticsStore): Promise<void> {
  const service = await benchService(benched, store, { environment })
  try {
    const near = await service.workspace('near')
    const hog = await service.workspace('hog')
    await fillBoth(name, benched, store, [near.ref, hog.ref])
    let asked = 0
    const next = (): number => (asked += 1)
    await neighbour(service, near, next, { dau: [], ingestion: [] })
    for (const kind of hogNames) await beside(name, kind, { service, near, hog, next })
  } finally {
    await service.close()
  }
}

interface Measured {
  readonly service: BenchService
  readonly near: BenchWorkspace
  readonly hog: BenchWorkspace
  next(): number
}

async function beside(name: string, kind: HogName, { service, near, hog, next }: Measured): Promise<void> {
  const idle: Times = { dau: [], ingestion: [] }
  const busy: Times = { dau: [], ingestion: [] }
  const done = new Map<number, number>()
  for (let round = 0; round < rounds; round++) {
    await neighbour(service, near, next, idle)
    const running = startHog(service, hog, kind, round * 10_000)
    await pause(1_000)
    await neighbour(service, near, next, busy)
    for (const [status, count] of await running.stop()) done.set(status, (done.get(status) ?? 0) + count)
    await pause(1_000)
  }
  console.log(line(`${name}, dau beside ${kind}`, idle.dau, busy.dau))
  console.log(line(`${name}, 10 events stored beside ${kind}`, idle.ingestion, busy.ingestion))
  const answers = [...done].map(([status, count]) => `${count} with ${status}`).join(', ')
  console.log(`| ${name}, ${kind} answered meanwhile: ${answers} |`)
}

/** ClickHouse generates the rows of Postgres too. */
async function fillBoth(
  name: string,
  { client }: BenchEngines,
  store: AnalyticsStore,
  [near, hog]: readonly [WorkspaceRef, WorkspaceRef],
): Promise<void> {
  for (const [ref, events] of [
    [near, neighbourEvents],
    [hog, hogEvents],
  ] as const)
    if (name === 'clickhouse') await fill(client, ref, events)
    else await fillStore(client, store, ref, events)
  await settled(client, 60)
  await client.command({ query: 'SYSTEM START MERGES' })
}

console.log(`| ${mode} | p50 idle ms | beside the hog | times | p95 idle ms | beside the hog | times |`)
console.log('|---|---:|---:|---:|---:|---:|---:|')
for (const name of engines) {
  const benched = await benchEngines()
  const store =
    name === 'clickhouse'
      ? benched.store
      : createPostgresStore({ connection: benched.postgres, log: quiet, questions: mode === 'free' ? 16 : 4 })
  try {
    await measure(name, benched, store)
  } finally {
    await benched.stop()
  }
}
