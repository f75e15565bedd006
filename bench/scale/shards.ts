import type { ClickHouseClient } from '@clickhouse/client'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  builtInOperators,
  type AnalyticsStore,
  type Relation,
  type WorkspaceRef,
} from '../../contract/index.js'
import { compileNow } from '../../core/run/ask-store.js'
import { expand } from '../../core/run/expand.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { upkeep } from '../../storage-adapters/clickhouse/views/activity-snapshot/upkeep.js'
import { startPostgres } from '../../storage-adapters/embedded/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { again, clusterStore, startShards } from '../../test/support/shards.js'
import { fill, settled } from '../data/clickhouse.js'
import { median, nonePromoted, quiet } from '../engine.js'
import { requestOf } from '../questions/index.js'
import { limits } from '../run/limits.js'
import { benchService } from '../service.js'
import { shardQuestions } from './shard-questions.js'

/**
 * npm run bench:shards -- [events]: the processor time of questions on a server that holds nothing, a sixth and a half of the
 * events, and on a cluster of three that holds nothing and all, over loopback. Neither has the activity snapshot, which
 * clusters do not build. Prints the table that bench/scale compares its prediction with.
 */
const events = Number(process.argv[2] ?? 1_200_000)
const rounds = 5
const slowMs = 1_500
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const note = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)

const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'))
chmodSync(directory, 0o755)
const postgres = await startPostgres({ directory: join(directory, 'postgres'), log: quiet })
const service = await benchService({ postgres, stop: () => postgres.stop() }, createMemoryStore())
const plans = new Map<string, readonly Relation[]>()
const { plansOf } = await service.workspace('bench')
for (const name of shardQuestions) plans.set(name, await plansOf(requestOf(name)))
await service.close()
await postgres.stop()

const shards = await startShards(3, { three: 3 })
const clients = shards.urls.map((url) => connect({ url }))
const [url = ''] = shards.urls
const options = { log: quiet, promotion: nonePromoted }
const personDays = { ...upkeep, leastRows: Infinity }
const single = createClickHouseStore({
  connection: { url, readers: shards.readers },
  ...options,
  personDays,
})
const cluster = clusterStore(shards, 'three', options)

const used = async (client: ClickHouseClient): Promise<number> => {
  const query = `SELECT value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`
  const [[value] = []] = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<string[]>()
  return Number(value) / 1000
}
const usedByAll = async (): Promise<number> =>
  (await Promise.all(clients.map(used))).reduce((sum, one) => sum + one, 0)

interface Place {
  readonly head: string
  readonly store: AnalyticsStore
  readonly ref: WorkspaceRef
  readonly events: number
}
const place = (number: number, store: AnalyticsStore, count: number, head: string): Place => ({
  ...{ head, store, events: count },
  ref: { id: `ws_${number}`, number },
})
const places = [
  place(1, single, 0, 'one server, empty'),
  place(2, single, Math.round(events / 6), `${events / 6e6} million`),
  place(3, single, Math.round(events / 2), `${events / 2e6} million`),
  place(4, cluster, 0, 'three shards, empty'),
  place(5, cluster, events, `${events / 1e6} million`),
]

/** Milliseconds of all engines. An engine that aborts starts again and counts from nothing; then it is measured again. */
async function costOf({ store, ref }: Place, name: string, own: number): Promise<number> {
  const statements = await Promise.all(
    (plans.get(name) ?? []).map((plan) => compileNow(store, ref, expand(plan, store, operators))),
  )
  for (;;) {
    const before = await again(usedByAll)
    for (const statement of statements) await again(() => store.run(statement, limits))
    const cost = (await again(usedByAll)) - before
    if (cost >= 0) return Math.max(0, cost - own)
  }
}

try {
  for (const { store, ref, head, events: count } of places) {
    note(`filling: ${head}`)
    await again(() => store.createWorkspace(ref))
    const [client] = clients
    if (count > 0 && client !== undefined) await fill(client, ref, count)
  }
  for (const client of clients) await settled(client, 120)
  const reading: number[] = []
  for (let round = 0; round < 20; round++) reading.push(-(await usedByAll()) + (await usedByAll()))
  const own = median(reading)
  const heads = ['question', ...places.map(({ head }) => head)]
  console.log(`| ${heads.join(' | ')} |\n| --- | ${places.map(() => '---:').join(' | ')} |`)
  for (const name of shardQuestions) {
    const costs = places.map(() => [] as number[])
    for (let round = -1; round < rounds; round++)
      for (const [at, one] of places.entries()) {
        if (round > 0 && (costs[at]?.[0] ?? 0) > slowMs) continue
        const cost = await costOf(one, name, own)
        if (round >= 0) costs[at]?.push(cost)
      }
    console.log(`| ${name} | ${costs.map((list) => median(list).toFixed(1)).join(' | ')} |`)
  }
} finally {
  await Promise.all([single.close(), cluster.close(), ...clients.map((client) => client.close())])
  await shards.stop()
  rmSync(directory, { recursive: true, force: true })
}
