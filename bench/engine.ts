import { createClient, ClickHouseLogLevel, type ClickHouseClient } from '@clickhouse/client'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsStore, Log, WorkspaceRef } from '../core/contract/index.js'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import { startClickHouse, startPostgres, type RunningEngine } from '../storage-adapters/embedded/index.js'

export const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
}

export interface BenchEngines {
  readonly store: AnalyticsStore
  readonly client: ClickHouseClient
  readonly clickhouse: RunningEngine
  readonly postgres: RunningEngine
  stop(): Promise<void>
}

/** Both embedded engines in a directory of their own, gone afterwards. */
export async function benchEngines(): Promise<BenchEngines> {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'))
  chmodSync(directory, 0o755)
  const [clickhouse, postgres] = await Promise.all([
    startClickHouse({ directory: join(directory, 'clickhouse'), log: quiet }),
    startPostgres({ directory: join(directory, 'postgres'), log: quiet }),
  ])
  const { url, user, password } = clickhouse
  const quietly = { log: { level: ClickHouseLogLevel.OFF }, request_timeout: 600_000 }
  const client = createClient({ url, username: user, password, ...quietly })
  const store = createClickHouseStore({ connection: { url, user, password }, log: quiet })
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

export const dayMs = 86_400_000

/**
 * Events of 90 days that end with `today`, made inside the engine: 40 names of uneven weight, devices of which few
 * are very active, visits of eight events within an hour, a fifth of the devices linked to users.
 */
export async function fill(
  client: ClickHouseClient,
  { number }: WorkspaceRef,
  events: number,
  today: number,
): Promise<void> {
  const database = `w${number}`
  const devices = Math.max(100, Math.floor(events / 20))
  const start = today - 89 * dayMs
  for (let done = 0; done < events; done += 1_000_000) {
    const rows = Math.min(1_000_000, events - done)
    await client.command({
      query: `INSERT INTO ${database}.events_v1
        (timestamp, event_name, device_id, session_id, country, os, device_type, properties, seq, message)
        WITH intDiv(${done} + number, 8) AS visit, sipHash64(visit, 1) / 18446744073709551615 AS u,
          toUInt64(pow(u, 2) * ${devices}) AS d,
          toInt64(${start}) + toInt64(sipHash64(visit, 2) % ${90 * dayMs - 3_600_000}) AS begin,
          begin + toInt64(rand64(1) % 3600000) AS ms
        SELECT fromUnixTimestamp64Milli(ms, 'UTC'), concat('event_', toString(toUInt8(40 * pow(rand64(3) / 18446744073709551615, 2)))),
          concat('device-', toString(d)), concat('s-', toString(visit)),
          ['DE', 'US', 'FR', 'GB', 'JP', 'BR', 'IN'][1 + d % 7], ['iOS', 'Android', 'macOS', 'Windows'][1 + d % 4],
          ['mobile', 'desktop'][1 + d % 2],
          concat('{"plan":"', ['free', 'pro', 'team'][1 + d % 3], '","amount":', toString((d % 1000) / 4), ',"path":"/p/', toString(d % 50), '"}')::JSON,
          ${done} + number, 0 FROM numbers(${rows})`,
    })
  }
  await client.command({
    query: `INSERT INTO ${database}.device_links (device_id, link)
      SELECT concat('device-', toString(number)), (toDateTime64(0, 3, 'UTC'), concat('user-', toString(intDiv(number, 2)))) FROM numbers(${Math.floor(devices / 5)})`,
  })
  await client.command({ query: `OPTIMIZE TABLE ${database}.events_v1` })
}

/** Runs the tasks in turn, round after round, so that noise falls on all alike; the medians in milliseconds. */
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
