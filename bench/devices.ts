import {
  builtInOperators,
  type AnalyticsStore,
  type Batch,
  type EventRow,
  type LinkRow,
  type WorkspaceRef,
} from '../contract/index.js'
import { setTimeout as pause } from 'node:timers/promises'
import { expand } from '../core/run/expand.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { dataDays, dayMs, firstDataDay } from './days.js'
import { merged } from './data/clickhouse.js'
import { benchEngines, quiet } from './engine.js'
import { costOf, cpuOf, cpuOfFamily } from './processor-time.js'
import { requestOf } from './questions/index.js'
import { limits } from './run/limits.js'
import { benchService } from './service.js'
import { compileNow } from '../core/run/ask-store.js'

/**
 * npm run bench:devices -- [events] [clickhouse|postgres]: the cost of linked devices. The same events of the
 * same devices on both embedded engines (or one), without links and with 1, 3 and 30 devices a person; a tenth of
 * the links comes after all events. Prints processor time of the engine, as ratios to the run without links.
 */
const events = Number(process.argv[2] ?? 200_000)
const only = process.argv[3]
const eventsOfDevice = 5
const devices = Math.ceil(events / eventsOfDevice)
const batch = 20_000
const shapes = [0, 1, 3, 30] as const
const asked = [
  'dau',
  'mau',
  'users',
  'sessions, unique',
  'stickiness, daily',
  'lifecycle, weekly, 12 weeks',
  'retention, any event, weekly × 8, 90 days',
  'first time of an event, daily',
  'funnel, 3 steps, 30 days',
  'events by country, daily',
]
const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const countries = ['US', 'DE', 'FR', 'JP', 'BR']

/** Mixes a number well enough that devices, names and times are independent. */
const mixed = (n: number, salt: number): number => Math.imul(n ^ (salt * 0x9e3779b9), 0x85ebca6b) >>> 0

const isLate = (device: number): boolean => mixed(device, 1) % 10 === 0

function linkOf(device: number, perPerson: number): LinkRow {
  const user_id = `user-${Math.floor(device / perPerson)}@example.com`
  return { timestamp: firstDataDay * dayMs, device_id: `device-${device}`, user_id }
}

/** Events in time order; devices live for two weeks. */
function eventOf(n: number, perPerson: number): EventRow {
  const at = n / events
  const young = Math.floor(devices * at)
  const device = Math.max(0, young - (mixed(n, 2) % Math.ceil(devices / 6)))
  return {
    timestamp: Math.floor((firstDataDay + at * dataDays) * dayMs),
    event_name: `event_${1 + (mixed(n, 3) % 10)}`,
    device_id: `device-${device}`,
    session_id: `session-${device}-${Math.floor(at * dataDays)}`,
    user_id: perPerson === 0 || isLate(device) ? null : linkOf(device, perPerson).user_id,
    message_id: null,
    seq: n,
    context: { country: countries[device % countries.length] ?? '' },
    properties: {},
  }
}

/** Builds the views as a service does for a workspace of this size, and waits until they answer. */
async function viewsBuilt({ views }: AnalyticsStore, workspace: WorkspaceRef): Promise<void> {
  await views?.rebuild(workspace)
  while ((await views?.check(workspace))?.some(({ built }) => built < 1) === true) await pause(500)
}

const engines = await benchEngines()
for (const engine of (['clickhouse', 'postgres'] as const).filter((one) => (only ?? one) === one)) {
  const postgres = createPostgresStore({ connection: engines.postgres, log: quiet })
  const store: AnalyticsStore = engine === 'clickhouse' ? engines.store : postgres
  const cpu = (): number =>
    engine === 'clickhouse' ? cpuOf(engines.clickhouse.pid) : cpuOfFamily(engines.postgres.pid)
  const service = await benchService(engines, store)
  const costs = new Map<string, number[]>([['stored', []], ...asked.map((name) => [name, []] as const)] as [
    string,
    number[],
  ][])
  for (const perPerson of shapes) {
    const workspace = await service.workspace(`${engine}-${perPerson}`)
    const before = cpu()
    const linked = new Set<number>()
    for (let from = 0; from < events; from += batch) {
      const rows = Array.from({ length: Math.min(batch, events - from) }, (_, at) =>
        eventOf(from + at, perPerson),
      )
      const fresh = rows
        .map(({ device_id }) => Number(device_id.slice('device-'.length)))
        .filter((device) => !linked.has(device) && linked.add(device))
      const links =
        perPerson === 0 ? [] : fresh.filter((one) => !isLate(one)).map((one) => linkOf(one, perPerson))
      await store.append(workspace.ref, { ...nothing, events: rows, links })
    }
    const late = perPerson === 0 ? [] : [...linked].filter(isLate).map((one) => linkOf(one, perPerson))
    if (late.length > 0) await store.append(workspace.ref, { ...nothing, links: late })
    costs.get('stored')?.push((cpu() - before) * 1000)
    await viewsBuilt(store, workspace.ref)
    // Merges would be counted with the questions.
    if (engine === 'clickhouse') await merged(engines.client, 120)
    for (const name of asked) {
      const plans = await workspace.plansOf(requestOf(name))
      const queries = await Promise.all(
        plans.map((plan) => compileNow(store, workspace.ref, expand(plan, store, operators))),
      )
      const run = (): Promise<unknown> => Promise.all(queries.map((query) => store.run(query, limits)))
      costs.get(name)?.push(await costOf(run, cpu))
    }
  }
  console.log(
    `\n| ${engine}, ${events} events, ${devices} devices | nobody linked, ms | 1 device a person | 3 | 30 |\n|---|---:|---:|---:|---:|`,
  )
  for (const [name, [alone = NaN, ...others]] of costs)
    console.log(
      `| ${name} | ${alone.toFixed(alone < 10 ? 1 : 0)} | ${others.map((one) => (one / alone).toFixed(1)).join(' | ')} |`,
    )
  await service.close()
  if (engine === 'clickhouse') await postgres.close()
}
await engines.stop()
