import type { AnalyticsStore, WorkspaceRef } from '../core/contract/index.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { fill, settled } from './data/clickhouse.js'
import { fillStore } from './data/postgres.js'
import { dayText, lastDay } from './days.js'
import { benchEngines, quiet, type BenchEngines } from './engine.js'
import { eventMaker } from './sent-event.js'
import { benchService, type BenchService, type BenchWorkspace, type Request } from './service.js'

/**
 * npm run bench:fairness -- [engine,engine …] [events] [free]: how long a neighbour waits for `dau` and for its events to be
 * stored while another workspace keeps 40 formulas of 26 series under way, as a multiple of what it waits without them. Idle and
 * busy take turns, so that what else the machine does falls on both. The aim is 3 at the 95th percentile. `free`: without the
 * queue, as it was before there was one.
 */
const engines = (process.argv[2] ?? 'clickhouse,postgres').split(',')
const neighbourEvents = Number(process.argv[3] ?? 200_000)
const mode = process.argv[4] ?? 'queued'
const most = {
  QUERY_CONCURRENCY: '256',
  QUERY_CONCURRENCY_PER_WORKSPACE: '256',
  QUERY_CONCURRENCY_PER_CALLER: '256',
}
const environment: Readonly<Record<string, string>> = mode === 'free' ? most : {}
const hogEvents = 3 * neighbourEvents
const hogRequests = 40
const rounds = 4
const questionsOfRound = 40
const batchesOfRound = 25
/** A client that comes back at once in spite of Retry-After is the worst there is. */
const againMs = 50

/** A range that was not asked for before: no answer is kept of it. */
function rangeAt(asked: number): string {
  const last = lastDay - (asked % 20)
  return `${dayText(last - 7 - (Math.floor(asked / 20) % 40))},${dayText(last)}`
}

const dauAt = (asked: number): Request => ({ path: `metrics/dau?range=${rangeAt(asked)}` })

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** 26 series that no other formula has. */
const formulaAt = (asked: number): Request => ({
  path: 'metrics/formula',
  body: {
    formula: letters.join(' + '),
    series: letters.map((_, index) => ({ metric: 'dau', range: rangeAt(asked * letters.length + index) })),
    granularity: 'daily',
  },
})

interface Hog {
  readonly answered: { formulas: number; rejected: number }
  stop(): Promise<void>
}

function startHog(service: BenchService, { headers }: BenchWorkspace, seed: number): Hog {
  const controller = new AbortController()
  const { signal } = controller
  const answered = { formulas: 0, rejected: 0 }
  let asked = seed
  async function keepAsking(): Promise<void> {
    while (!signal.aborted) {
      const { path, body } = formulaAt((asked += 1))
      try {
        const response = await fetch(`${service.base}/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal,
        })
        await response.text()
        if (response.ok) answered.formulas += 1
        else answered.rejected += 1
        if (!response.ok) await pause(againMs)
      } catch (error) {
        if (controller.signal.aborted) return
        throw error
      }
    }
  }
  const all = Array.from({ length: hogRequests }, keepAsking)
  return {
    answered,
    async stop() {
      controller.abort()
      await Promise.all(all)
    },
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

interface Times {
  readonly dau: number[]
  readonly ingestion: number[]
}

/** Questions and small batches in turns, one after the other. */
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
    const idle: Times = { dau: [], ingestion: [] }
    const busy: Times = { dau: [], ingestion: [] }
    await neighbour(service, near, next, { dau: [], ingestion: [] })
    const done = { formulas: 0, rejected: 0 }
    for (let round = 0; round < rounds; round++) {
      await neighbour(service, near, next, idle)
      const running = startHog(service, hog, round * 10_000)
      await pause(1_000)
      await neighbour(service, near, next, busy)
      await running.stop()
      done.formulas += running.answered.formulas
      done.rejected += running.answered.rejected
      await pause(1_000)
    }
    console.log(line(`${name}, dau`, idle.dau, busy.dau))
    console.log(line(`${name}, 10 events stored`, idle.ingestion, busy.ingestion))
    console.log(`| ${name}: ${done.formulas} formulas answered meanwhile, ${done.rejected} rejected |`)
  } finally {
    await service.close()
  }
}

/** The rows of Postgres are made by ClickHouse too. */
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
