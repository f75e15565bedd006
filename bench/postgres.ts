import pg from 'pg'
import { builtInOperators } from '../core/contract/index.js'
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
 * npm run bench:postgres -- [events,events …]: a dozen questions on Postgres and on ClickHouse, as the service asks
 * them, over the same rows. The numbers must agree; the times are processor times of the engines, each of several
 * answers in a row.
 */
const sizes = (process.argv[2] ?? '1000000').split(',').map(Number)
const asked = [
  'events, daily',
  'events by country, daily',
  'top events',
  'dau',
  'mau',
  'sessions, unique',
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
  try {
    const workspace = await service.workspace('bench')
    await fill(client, workspace.ref, events)
    await settled(client, 120)
    await other.createWorkspace(workspace.ref)
    const [start, used] = [performance.now(), cpuOfFamily(postgres.pid)]
    await fillStore(client, other, workspace.ref, events)
    const seconds = (performance.now() - start) / 1000
    console.log(
      `${events} events stored in Postgres: ${Math.round(events / seconds)} a second, ${(((cpuOfFamily(postgres.pid) - used) * 1e6) / events).toFixed(0)} µs of the engine each`,
    )
    const direct = new pg.Client(clientConfig(postgres))
    await direct.connect()
    await direct.query('VACUUM ANALYZE')
    await direct.end()
    for (const name of asked) {
      const question = questions.find((one) => one.name === name)
      if (question === undefined) throw new Error(`no question is called ${name}`)
      const plans = await workspace.plansOf(question.request)
      const runs = [store, other].map((by) => {
        const queries = plans.map((plan) => by.compile(workspace.ref, expand(plan, by.native, operators)))
        return () => Promise.all(queries.map((query) => by.run(query, limits)))
      })
      const [ours, theirs] = await Promise.all(runs.map((run) => run()))
      if (
        JSON.stringify(ours?.map((rows) => points(rows))) !==
        JSON.stringify(theirs?.map((rows) => points(rows)))
      )
        throw new Error(`${name}: Postgres gives other numbers`)
      const [fast, slow] = runs
      if (fast === undefined || slow === undefined) throw new Error('two stores are compared')
      const ms = [
        await costOf(fast, () => cpuOf(clickhouse.pid)),
        await costOf(slow, () => cpuOfFamily(postgres.pid)),
      ] as const
      table.get(name)?.push(ms[0].toFixed(0), ms[1].toFixed(0), (ms[1] / ms[0]).toFixed(1))
    }
  } finally {
    await other.close()
    await service.close()
    await engines.stop()
  }
}
const heads = sizes.flatMap((events) => [`${events / 1e6} million: ClickHouse ms`, 'Postgres ms', 'times'])
console.log(`\n| question | ${heads.join(' | ')} |\n|---|${heads.map(() => '---:|').join('')}`)
for (const [name, cells] of table) console.log(`| ${name} | ${cells.join(' | ')} |`)
