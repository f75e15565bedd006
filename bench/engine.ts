import { createClient, ClickHouseLogLevel, type ClickHouseClient } from '@clickhouse/client'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsStore, Log } from '../contract/index.js'
import {
  makeAccountPoolOptions,
  readerConfiguration,
} from '../storage-adapters/clickhouse/sandbox/accounts.js'
import { promotionRules, type PromotionRules } from '../storage-adapters/sql/promoted/decide.js'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import { startClickHouse, startPostgres, type RunningEngine } from '../storage-adapters/embedded/index.js'

export const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
}

/** Nothing may change between two rounds: no property is promoted by being queried, and none loses its column. */
export const nonePromoted: PromotionRules = { ...promotionRules(1_000), asks: Infinity }

export interface BenchEngines {
  readonly store: AnalyticsStore
  readonly client: ClickHouseClient
  readonly clickhouse: RunningEngine
  readonly postgres: RunningEngine
  stop(): Promise<void>
}

/** A store over the engine that answers from the events alone. */
export const storeWithoutViews = (connection: RunningEngine): AnalyticsStore =>
  createClickHouseStore({ connection, log: quiet, views: false, promotion: nonePromoted })

/** Both embedded engines in a directory of their own, which `stop` removes. */
export async function benchEngines(): Promise<BenchEngines> {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'))
  chmodSync(directory, 0o755)
  const readers = makeAccountPoolOptions()
  const [clickhouse, postgres] = await Promise.all([
    startClickHouse({
      directory: join(directory, 'clickhouse'),
      log: quiet,
      accounts: readerConfiguration(readers),
    }),
    startPostgres({ directory: join(directory, 'postgres'), log: quiet }),
  ])
  const { url, user, password } = clickhouse
  const quietly = { log: { level: ClickHouseLogLevel.OFF }, request_timeout: 600_000 }
  // The engine closes an idle connection after two seconds.
  const keep_alive = { enabled: true, idle_socket_ttl: 500 }
  const client = createClient({ url, username: user, password, keep_alive, ...quietly })
  const connection = { url, user, password, readers }
  const store = createClickHouseStore({ connection, log: quiet, promotion: nonePromoted })
  return {
    store,
    client,
    clickhouse,
    postgres,
    async stop() {
      await client.close()
      await Promise.all([clickhouse.stop(), postgres.stop()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Runs the tasks in turn, round after round, so that noise affects all equally; returns the medians in milliseconds. */
export async function medians(
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
): Promise<Readonly<Record<string, number>>> {
  const times = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]))
  for (let round = -1; round < rounds; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const start = performance.now()
      await task()
      if (round >= 0) times.get(name)?.push(performance.now() - start)
    }
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list)]))
}

export function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
