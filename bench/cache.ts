import type { AnalyticsStore } from '../contract/index.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { fill, settled } from './data/clickhouse.js'
import { dayMs, today } from './days.js'
import { benchEngines, median, quiet } from './engine.js'
import { cpuOf, cpuOfFamily } from './processor-time.js'
import { tiles } from './run/tiles.js'
import { benchService } from './service.js'

/**
 * npm run bench:cache -- [events]: a dashboard of twelve tiles, asked at once over HTTP: after the data changed, after
 * it did not, and as if no data version was read, in turns. Also the cost of reading a version.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const rounds = 15

const ways = ['no versions', 'changed', 'unchanged, time stands', 'unchanged, time passes'] as const
let way: (typeof ways)[number] = 'no versions'
let changes = 0
let now = today + dayMs / 2

const engines = await benchEngines()
const { store, client, clickhouse, postgres } = engines
const switched: AnalyticsStore = {
  ...store,
  async dataVersion(workspace) {
    if (way === 'no versions') throw new Error('nobody asks')
    const version = await store.dataVersion(workspace)
    return way === 'changed' ? `${version} ${(changes += 1)}` : version
  },
}
const service = await benchService(engines, switched, { cacheMegabytes: 64, clock: () => now })
const records = createPostgresStore({ connection: postgres, log: quiet })

interface Cost {
  readonly wall: number
  readonly engine: number
  readonly service: number
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [start, engine, own] = [performance.now(), cpuOf(clickhouse.pid), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(own)
  return {
    wall: performance.now() - start,
    engine: (cpuOf(clickhouse.pid) - engine) * 1000,
    service: (user + system) / 1000,
  }
}

const told = (costs: readonly Cost[], of: keyof Cost): string =>
  median(costs.map((cost) => cost[of])).toFixed(1)

/**
 * Milliseconds of wall time and of engine processor time per reading, averaged over many consecutive ones.
 */
async function readings(read: () => Promise<unknown>, cpu: () => number): Promise<string> {
  const times = 300
  await read()
  const [start, used] = [performance.now(), cpu()]
  for (let count = 0; count < times; count++) await read()
  const each = (total: number): string => (total / times).toFixed(2)
  return `${each(performance.now() - start)} ms, ${each((cpu() - used) * 1000)} ms of the engine’s processor`
}

try {
  const workspace = await service.workspace('bench')
  await fill(client, workspace.ref, events)
  await settled(client, 120)
  const costs = new Map<string, Cost[]>(ways.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++)
    for (way of ways) {
      if (way.startsWith('unchanged')) await Promise.all(tiles.map((tile) => workspace.ask(tile)))
      if (way === 'unchanged, time passes') now += 1_000
      const cost = await costOf(() => Promise.all(tiles.map((tile) => workspace.ask(tile))))
      if (round >= 0) costs.get(way)?.push(cost)
    }
  console.log('| twelve tiles | wall ms | engine ms | service ms |\n|---|---:|---:|---:|')
  for (const [name, list] of costs)
    console.log(`| ${name} | ${told(list, 'wall')} | ${told(list, 'engine')} | ${told(list, 'service')} |`)

  const parts = async (): Promise<string> =>
    (
      await client.query({
        query: `SELECT count() FROM system.parts WHERE database = 'w1' AND active`,
        format: 'TabSeparated',
      })
    ).text()
  const read = (): Promise<string> => store.dataVersion(workspace.ref)
  const cpu = (): number => cpuOf(clickhouse.pid)
  console.log(`A version, ClickHouse, ${(await parts()).trim()} parts: ${await readings(read, cpu)}`)
  for (let count = 0; count < 500; count++)
    await client.command({
      query: `INSERT INTO w1.logs_v1 (timestamp, level) VALUES (fromUnixTimestamp(${count * 2_600_000}), 'info')`,
      clickhouse_settings: { max_partitions_per_insert_block: '0' },
    })
  console.log(`A version, ClickHouse, ${(await parts()).trim()} parts: ${await readings(read, cpu)}`)
  const other = { id: 'ws_other', number: 999 }
  await records.createWorkspace(other)
  console.log(
    `A version, Postgres: ${await readings(
      () => records.dataVersion(other),
      () => cpuOfFamily(postgres.pid),
    )}`,
  )
} finally {
  await records.close()
  await service.close()
  await engines.stop()
}
