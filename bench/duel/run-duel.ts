import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { builtInOperators, type Row } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { compileNow } from '../../core/run/ask-store.js'
import { upkeep } from '../../storage-adapters/clickhouse/views/activity-snapshot/upkeep.js'
import { deviceSlots } from '../../storage-adapters/clickhouse/views/rollups/tables.js'
import { merged } from '../data/clickhouse.js'
import type { RowShape } from '../data/rows.js'
import type { Request } from '../service.js'
import { benchEngines, median, type BenchEngines } from '../engine.js'
import { requestOf } from '../questions/index.js'
import { limits } from '../run/limits.js'
import { points } from '../run/points.js'
import { eventMaker, type SentEvent } from '../sent-event.js'
import { startContestants, type Contestant, type ContestantName } from './contestants.js'
import { startRival, type Rival } from './rival.js'
import { duels } from './statements.js'

/** Milliseconds of processor time of an answer: of engine and service together, and of the service with the bench's request. */
export interface Spent {
  readonly cpu: number
  readonly service: number
}

export interface DuelResult {
  /** By question: DuckDB over Parquet in milliseconds of processor time, then each storage. */
  readonly rows: ReadonlyMap<string, { readonly rival: number; readonly ours: readonly Spent[] }>
  readonly names: readonly string[]
  /** Events of a device on a day with any, and megabytes of the Parquet file. */
  readonly eventsOfDay: number
  readonly parquet: number
}

const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
/** Rounds after the first, which is not counted. Questions of more than two seconds are asked twice in all. */
const rounds = 5
const slowMs = 2_000
/** What follows an insert in the background should be over. */
const pauseMs = 50

/** Runs the duel over rows of one shape. Throws if any two answers differ. */
export async function runDuel(
  events: number,
  shape: RowShape,
  wanted: readonly ContestantName[],
  note: (what: string) => void,
): Promise<DuelResult> {
  const engines = await benchEngines()
  const directory = mkdtempSync(join(tmpdir(), 'sextant-parquet-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const contestants = await startContestants(engines, events, shape, wanted)
    stops.unshift(() => contestants.stop())
    note('the Parquet file')
    const rival = await startRival(engines.client, directory, events, shape)
    stops.unshift(() => rival.stop())
    note('the answers')
    await checkAnswers(contestants.all, rival)
    await snapshotBuilt(engines, contestants.all)
    for (const contestant of contestants.all) await warmedUp(contestant)
    const stored: SentEvent[] = []
    const next = eventMaker()
    const counting = await countingCost(contestants.all)
    const rows = new Map<string, { rival: number; ours: readonly Spent[] }>()
    for (const { name, statements } of duels) {
      note(name)
      await mergeNow(engines)
      for (const contestant of contestants.all) await atRest(contestant, requestOf(name))
      const theirs = statements.map(() => [] as number[])
      const ours = contestants.all.map(() => [] as Spent[])
      for (let round = 0; round <= rounds; round++) {
        for (const [at, statement] of statements.entries())
          if (round < 2 || at === cheapest(theirs)) theirs[at]?.push((await rival.ask(statement)).cpu)
        const event = { ...next(), user_id: undefined }
        stored.push(event as unknown as SentEvent)
        const answers = []
        for (const [at, contestant] of contestants.all.entries()) {
          await store(contestant, event)
          const { answer, cpu, service } = await measured(contestant, () =>
            contestant.workspace.ask(requestOf(name)),
          )
          answers.push(shown(answer))
          ours[at]?.push({ cpu: cpu - (counting[at] ?? 0), service })
        }
        if (new Set(answers).size !== 1) throw new Error(`${name}: other answers\n${answers.join('\n')}`)
        if (round === 1 && Math.max(...theirs.flat(), ...ours.flat().map(({ cpu }) => cpu)) > slowMs) break
      }
      const best = (list: readonly number[]): number => median(list.slice(1))
      const row = {
        rival: Math.min(...theirs.map(best)),
        ours: ours.map((list) => ({
          cpu: best(list.map(({ cpu }) => cpu)),
          service: best(list.map(({ service }) => service)),
        })),
      }
      rows.set(name, row)
      note([row.rival, ...row.ours.map(({ cpu }) => cpu)].map((ms) => `${ms.toFixed(1)} ms`).join(', '))
    }
    await rival.add(stored)
    await checkAnswers(contestants.all, rival)
    const query = 'SELECT count(*) / count(DISTINCT (device_id, ts::DATE)) AS n FROM events'
    const [{ n } = {}] = (await rival.ask(query)).rows
    return {
      rows,
      names: contestants.all.map(({ name }) => name),
      eventsOfDay: Number(n),
      parquet: statSync(join(directory, 'events.parquet')).size / 1e6,
    }
  } finally {
    for (const stop of stops) await stop()
    await engines.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Merges belong to the events that are stored; while questions are measured there are none. */
async function mergeNow({ client }: BenchEngines): Promise<void> {
  await client.command({ query: 'SYSTEM START MERGES' })
  await merged(client, 60)
  await client.command({ query: 'SYSTEM STOP MERGES' })
}

/** Askings of each question before the first round: after fewer, the service still runs mostly uncompiled code. */
const warmUps = 25

/** A service that runs for a while has its code compiled; DuckDB has it from the start. */
async function warmedUp({ workspace }: Contestant): Promise<void> {
  for (let times = 0; times < warmUps; times++)
    for (const { name } of duels) await workspace.ask(requestOf(name))
}

/**
 * Asks once, then waits for what this may have begun in the background, such as a new snapshot: until the engine has
 * used less than 10 ms of processor time in each of three steps, at most a minute.
 */
async function atRest({ workspace, engineCpu }: Contestant, request: Request): Promise<void> {
  await workspace.ask(request)
  for (let tries = 0, still = 0; tries < 200 && still < 3; tries++) {
    const before = await engineCpu()
    await pause(300)
    still = (await engineCpu()) - before < 10 ? still + 1 : 0
  }
}

/** The place of the statement that was the cheapest in the first round that counts. */
const cheapest = (costs: readonly (readonly number[])[]): number => {
  const second = costs.map(([, one = Infinity]) => one)
  return second.indexOf(Math.min(...second))
}

async function store({ service, workspace }: Contestant, event: object): Promise<void> {
  const response = await fetch(`${service.base}/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${workspace.ingestKey}` },
    body: JSON.stringify(event),
  })
  if (!response.ok) throw new Error(`an event is rejected: ${await response.text()}`)
  await pause(pauseMs)
}

/** The processor time of an answer: of the engine and of this process, where the service runs. */
async function measured(
  { engineCpu }: Contestant,
  ask: () => Promise<unknown>,
): Promise<{ readonly answer: unknown; readonly cpu: number; readonly service: number }> {
  const engine = await engineCpu()
  const before = process.cpuUsage()
  const answer = await ask()
  const { user, system } = process.cpuUsage(before)
  const service = (user + system) / 1000
  return { answer, cpu: service + (await engineCpu()) - engine, service }
}

/** Milliseconds of each engine's processor time for reading its own clock. */
async function countingCost(contestants: readonly Contestant[]): Promise<readonly number[]> {
  const costs: number[] = []
  for (const { engineCpu } of contestants) {
    const list: number[] = []
    for (let round = 0; round < 20; round++) list.push(-(await engineCpu()) + (await engineCpu()))
    costs.push(median(list))
  }
  return costs
}

/** Compares the rows of each plan with those of the rival's statements. */
async function checkAnswers(contestants: readonly Contestant[], rival: Rival): Promise<void> {
  for (const { name, statements } of duels) {
    const theirs: (readonly Row[])[] = []
    for (const statement of statements) theirs.push((await rival.ask(statement)).rows)
    for (const contestant of contestants) {
      const { workspace, store } = contestant
      const ours: (readonly Row[])[] = []
      for (const plan of await workspace.plansOf(requestOf(name)))
        ours.push(
          await store.run(await compileNow(store, workspace.ref, expand(plan, store, operators)), limits),
        )
      for (const rows of theirs) {
        const names = Object.keys(rows[0] ?? {})
        const own = ours.find(([row = {}]) => names.every((column) => column in row)) ?? []
        const [expected, found] = [points(own, names), points(rows, names)]
        if (expected !== found)
          throw new Error(
            `${name}: DuckDB and ${contestant.name} differ\n${found.slice(0, 600)}\n— ours —\n${expected.slice(0, 600)}`,
          )
      }
    }
  }
}

/** Waits until the activity snapshot is built, if there are enough rows; this happens in the background once questions come. */
async function snapshotBuilt({ client }: BenchEngines, contestants: readonly Contestant[]): Promise<void> {
  const clickhouse = contestants.find(({ name }) => name === 'ClickHouse')
  if (clickhouse === undefined) return
  const number = async (query: string): Promise<number> => {
    const found = await client.query({ query, format: 'JSONCompactEachRow' })
    const [[value] = []] = await found.json<string[]>()
    return Number(value)
  }
  const rows = `SELECT sum(rows) FROM system.projection_parts WHERE active AND startsWith(name, '${deviceSlots.name}_')`
  if ((await number(rows)) < upkeep.leastRows) return
  const query = `SELECT count() FROM system.parts WHERE active AND table = 'person_days_built'`
  for (let tries = 0; tries < 90; tries++) {
    if ((await number(query)) > 0) return
    await clickhouse.workspace.ask(requestOf('dau'))
    await pause(1_000)
  }
  throw new Error('the activity snapshot is not built')
}

/** Answers as text; engines return floats with different last digits. */
const shown = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(10)) : value,
  )
