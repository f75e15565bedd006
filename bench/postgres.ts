import pg from 'pg'
import { builtInOperators, type AnalyticsStore } from '../core/contract/index.js'
import { expand } from '../core/run/expand.js'
import { clientConfig } from '../storage-adapters/postgres/records-connection.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { fill, settled } from './data/clickhouse.js'
import { fillStore } from './data/postgres.js'
import { benchEngines, quiet } from './engine.js'
import { cpuOf, cpuOfFamily } from './processor-time.js'
import { questions } from './questions/index.js'
import { points } from './run/points.js'
import { benchService } from './service.js'

/**
 * npm run bench:postgres -- [events,events …]: a dozen questions on Postgres, from the events and from rollups, and on
 * ClickHouse, as the service asks them, over the same rows. The numbers must agree; the times are processor times of the engines,
 * each of several answers in a row. And what it costs to keep the rollups while the rows are stored.
 */
const sizes = (process.argv[2] ?? '1000000').split(',').map(Number)
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
const limits = { timeMs: 600_000, memoryBytes: 4_000_000_000, rows: 1_000_000 }
const enoughSeconds = 0.5

/** Milliseconds of processor time that one run takes, from as many as make the engine's clock tell. */
async function costOf(run: () => Promise<unknown>, cpu: () => number): Promise<number> {
  await run()
  const start = cpu()
  let times = 0
  while (times < 50 && (times === 0 || cpu() - start < enoughSeconds)) {
    await run()
    times += 1
  }
  return ((cpu() - start) * 1000) / times
}

const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const table = new Map<string, string[]>(asked.map((name) => [name, []]))
for (const events of sizes) {
  const engines = await benchEngines()
  const { client, store, postgres, clickhouse } = engines
  const service = await benchService(engines, store)
  const other = createPostgresStore({ connection: postgres, log: quiet })
  const fromEvents = createPostgresStore({ connection: postgres, log: quiet, rollups: false })
  try {
    const workspace = await service.workspace('bench')
    await fill(client, workspace.ref, events)
    await settled(client, 120)
    const direct = new pg.Client(clientConfig(postgres))
    await direct.connect()
    const apart = { id: 'ws_apart', number: workspace.ref.number + 1 }
    for (const ref of [apart, workspace.ref]) await other.createWorkspace(ref)
    await direct.query(`DROP TRIGGER rolled_added ON w${apart.number}.events_v1`)
    const spent = [0, 0]
    const append: AnalyticsStore['append'] = async (_, batch) => {
      for (const [at, ref] of [apart, workspace.ref].entries()) {
        const used = cpuOfFamily(postgres.pid)
        await other.append(ref, batch)
        spent[at] = (spent[at] ?? 0) + cpuOfFamily(postgres.pid) - used
      }
    }
    await fillStore(client, { ...other, append }, workspace.ref, events)
    const [without, kept] = spent.map((seconds) => ((seconds * 1e6) / events).toFixed(1))
    console.log(`${events} events stored in Postgres: ${without} µs of the engine each, with rollups ${kept}`)
    await other.dropWorkspace(apart)
    await direct.query('VACUUM ANALYZE')
    await direct.end()
    for (const name of asked) {
      const question = questions.find((one) => one.name === name)
      if (question === undefined) throw new Error(`no question is called ${name}`)
      const plans = await workspace.plansOf(question.request)
      const runs = [store, fromEvents, other].map((by) => {
        const queries = plans.map((plan) => by.compile(workspace.ref, expand(plan, by.native, operators)))
        return () => Promise.all(queries.map((query) => by.run(query, limits)))
      })
      const answers = await Promise.all(runs.map((run) => run()))
      const [expected, ...theirs] = answers.map((answer) =>
        JSON.stringify(answer.map((rows) => points(rows))),
      )
      if (theirs.some((one) => one !== expected)) throw new Error(`${name}: Postgres gives other numbers`)
      const [fast, slow, rolled] = runs
      if (fast === undefined || slow === undefined || rolled === undefined)
        throw new Error('three are compared')
      const ms = [
        await costOf(fast, () => cpuOf(clickhouse.pid)),
        await costOf(slow, () => cpuOfFamily(postgres.pid)),
        await costOf(rolled, () => cpuOfFamily(postgres.pid)),
      ] as const
      table.get(name)?.push(...ms.map((one) => one.toFixed(one < 10 ? 1 : 0)), (ms[2] / ms[0]).toFixed(1))
    }
  } finally {
    await Promise.all([other.close(), fromEvents.close()])
    await service.close()
    await engines.stop()
  }
}
const heads = sizes.flatMap((events) => [
  `${events / 1e6} million: ClickHouse ms`,
  'Postgres from the events ms',
  'from rollups ms',
  'times',
])
console.log(`\n| question | ${heads.join(' | ')} |\n|---|${heads.map(() => '---:|').join('')}`)
for (const [name, cells] of table) console.log(`| ${name} | ${cells.join(' | ')} |`)
