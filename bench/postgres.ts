import pg from 'pg'
import {
  builtInOperators,
  type AnalyticsStore,
  type CompiledQuery,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../contract/index.js'
import { expand } from '../core/run/expand.js'
import { clientConfig } from '../storage-adapters/postgres/records/connection.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { mostAtOnce } from '../storage-adapters/postgres/views/device-days/late.js'
import { fill, settled } from './data/clickhouse.js'
import { benchEngines, quiet } from './engine.js'
import { measureLoad, type LoadCost } from './postgres-load.js'
import { costOf, cpuOf, cpuOfFamily } from './processor-time.js'
import { requestOf } from './questions/index.js'
import { limits } from './run/limits.js'
import { points } from './run/points.js'
import { benchService } from './service.js'
import { compileNow } from '../core/run/ask-store.js'

/**
 * npm run bench:postgres -- [events,events …] [batch]: a dozen questions on Postgres, from the events and from rollups, and
 * on ClickHouse, as the service asks them, over the same rows. The numbers must agree; the times are processor times of the
 * engines, each of several answers in a row. Right after the load, before the tables are vacuumed and analysed, the
 * questions are asked too. Then the cost of maintaining rollups and statistics while rows are stored.
 */
const sizes = (process.argv[2] ?? '1000000').split(',').map(Number)
// Larger ones are counted later in the days of devices, which the questions right after the load read.
const batch = Number(process.argv[3] ?? mostAtOnce)
const asked = [
  'events, daily',
  'events by country, daily',
  'top events',
  'dau',
  'mau',
  'users',
  'sessions, unique',
  'stickiness, daily',
  'lifecycle, weekly, 12 weeks',
  'retention, any event, weekly × 8, 90 days',
  'first time of an event, daily',
  'funnel, 3 steps, 30 days',
  'events where plan is pro, daily',
  'newest 100 events',
]

const loads: (LoadCost & { readonly events: number })[] = []
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const table = new Map<string, string[]>(asked.map((name) => [name, []]))
for (const events of sizes) {
  const engines = await benchEngines()
  const { client, store, postgres, clickhouse } = engines
  const service = await benchService(engines, store)
  const other = createPostgresStore({ connection: postgres, log: quiet })
  const fromEvents = createPostgresStore({ connection: postgres, log: quiet, views: false })
  const direct = new pg.Client(clientConfig(postgres))
  try {
    await direct.connect()
    // Autovacuum starts at times of its own; its cost would be added to the current measurement.
    for (const statement of ['ALTER SYSTEM SET autovacuum = off', 'SELECT pg_reload_conf()'])
      await direct.query(statement)
    const workspace = await service.workspace('bench')
    await fill(client, workspace.ref, events)
    await settled(client, 120)
    const plans = new Map<string, readonly Relation[]>()
    for (const name of asked) plans.set(name, await workspace.plansOf(requestOf(name)))
    const queriesOf = (
      name: string,
      by: AnalyticsStore,
      ref: WorkspaceRef,
    ): Promise<readonly CompiledQuery[]> =>
      Promise.all((plans.get(name) ?? []).map((plan) => compileNow(by, ref, expand(plan, by, operators))))
    const runOf = (name: string, by: AnalyticsStore): (() => Promise<readonly (readonly Row[])[]>) => {
      const queries = queriesOf(name, by, workspace.ref)
      return async () => Promise.all((await queries).map((query) => by.run(query, limits)))
    }
    const cheap = async (by: AnalyticsStore, ref: WorkspaceRef): Promise<CompiledQuery> => {
      const [query] = await queriesOf('newest 100 events', by, ref)
      if (query === undefined) throw new Error('the newest events have no plan')
      return query
    }
    loads.push({ events, ...(await measureLoad(engines, other, workspace.ref, { events, batch }, cheap)) })
    const fresh = new Map<string, number>()
    for (const name of asked)
      fresh.set(name, await costOf(runOf(name, other), () => cpuOfFamily(postgres.pid)))
    await direct.query('VACUUM ANALYZE')
    for (const name of asked) {
      const [fast, slow, rolled] = [store, fromEvents, other].map((by) => runOf(name, by))
      if (fast === undefined || slow === undefined || rolled === undefined)
        throw new Error('three are compared')
      const [expected, ...theirs] = (await Promise.all([fast(), slow(), rolled()])).map((answer) =>
        JSON.stringify(answer.map((rows) => points(rows))),
      )
      if (theirs.some((one) => one !== expected)) throw new Error(`${name}: Postgres gives other numbers`)
      const ms = [
        await costOf(fast, () => cpuOf(clickhouse.pid)),
        await costOf(slow, () => cpuOfFamily(postgres.pid)),
        await costOf(rolled, () => cpuOfFamily(postgres.pid)),
        fresh.get(name) ?? NaN,
      ] as const
      const cells = [
        ...ms.map((one) => one.toFixed(one < 10 ? 1 : 0)),
        ...[ms[3] / ms[2], ms[2] / ms[0]].map((one) => one.toFixed(1)),
      ]
      table.get(name)?.push(...cells)
    }
  } finally {
    await Promise.all([other.close(), fromEvents.close(), direct.end()])
    await service.close()
    await engines.stop()
  }
}
const heads = sizes.flatMap((events) => [
  `${events / 1e6} million: ClickHouse ms`,
  'Postgres from the events ms',
  'from rollups ms',
  'right after the load ms',
  'to settled',
  'to ClickHouse',
])
console.log(`\n| question | ${heads.join(' | ')} |\n|---|${heads.map(() => '---:|').join('')}`)
for (const [name, cells] of table) console.log(`| ${name} | ${cells.join(' | ')} |`)
const percent = (more: number, less: number): string => `${((more / less - 1) * 100).toFixed(0)} %`
console.log(
  `\n| batches of ${batch}, µs of the engine an event | bare | with rollups | and statistics |\n|---|---:|---:|---:|`,
)
for (const { events, bare, withRollups, withStatistics } of loads)
  console.log(
    `| ${events / 1e6} million | ${bare.toFixed(1)} | ${withRollups.toFixed(1)} (${percent(withRollups, bare)}) | ${withStatistics.toFixed(1)} (${percent(withStatistics, withRollups)}) |`,
  )
