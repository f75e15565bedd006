import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { AnalyticsStore } from '../contract/index.js'
import { workspaceDatabases } from '../storage-adapters/clickhouse/idle-tables.js'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import { startClickHouse, startPostgres, type RunningEngine } from '../storage-adapters/embedded/index.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { clientConfig } from '../storage-adapters/postgres/records/connection.js'
import { quiet } from './engine.js'
import { cpuOf, cpuOfFamily } from './processor-time.js'
import { benchService, type BenchService } from './service.js'

export type Storage = 'clickhouse' | 'postgres'

/** Milliseconds without use after which ClickHouse unloads tables; null if all are loaded at the start. */
export type Idle = number | null

export interface Running {
  readonly service: BenchService
  readonly store: AnalyticsStore
  readonly engine: RunningEngine
  /** Milliseconds from a cold start to a listening service. */
  readonly ready: number
  /** The same for the engines alone. */
  readonly engines: number
  /** Writes everything to disk, as the engines do by themselves within minutes. */
  settle(): Promise<void>
  stop(): Promise<void>
  /** Kills the engines first, as a power failure would. */
  kill(): Promise<void>
}

/** Starts the engines and the service over the data of a directory. */
export async function start(storage: Storage, directory: string, idle: Idle): Promise<Running> {
  const begun = performance.now()
  const [clickhouse, postgres] = await Promise.all([
    storage === 'clickhouse'
      ? startClickHouse({
          directory: join(directory, 'clickhouse'),
          log: quiet,
          ...(idle !== null && { unloaded: workspaceDatabases }),
        })
      : null,
    startPostgres({ directory: join(directory, 'postgres'), log: quiet }),
  ])
  const engines = performance.now() - begun
  const store =
    clickhouse === null
      ? createPostgresStore({ connection: postgres, log: quiet })
      : createClickHouseStore({
          connection: clickhouse,
          log: quiet,
          ...(idle !== null && { idleMs: idle }),
        })
  const stop = async (): Promise<void> => {
    await Promise.all([clickhouse?.stop(), postgres.stop()])
  }
  const service = await benchService({ postgres, stop }, store, {
    environment: { ADMIN_RATE_LIMIT: '1000000' },
  })
  return {
    service,
    store,
    engine: clickhouse ?? postgres,
    ready: performance.now() - begun,
    engines,
    async settle() {
      const client = new pg.Client(clientConfig(postgres))
      await client.connect()
      await client.query('CHECKPOINT')
      await client.end()
    },
    async stop() {
      await service.close()
      await stop()
    },
    async kill() {
      await service.close()
      for (const { pid } of [clickhouse, postgres].filter((one) => one !== null))
        for (const one of family(pid)) process.kill(one, 'SIGKILL')
      await stop()
    },
  }
}

const family = (pid: number): readonly number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
]

/** Kilobytes not shared with other processes, and open descriptors, of a process and its children. */
export function held(pid: number): { readonly kilobytes: number; readonly descriptors: number } {
  let [kilobytes, descriptors] = [0, 0]
  for (const one of family(pid))
    try {
      const rollup = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8')
      for (const [, size] of rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm))
        kilobytes += Number(size)
      descriptors += readdirSync(`/proc/${one}/fd`).length
    } catch {
      // It ended meanwhile.
    }
  return { kilobytes, descriptors }
}

/** Seconds of processor time of the storage's engine. */
export const cpu = (storage: Storage, { engine }: Running): number =>
  storage === 'clickhouse' ? cpuOf(engine.pid) : cpuOfFamily(engine.pid)
