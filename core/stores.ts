import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import {
  lockDirectory,
  startClickHouse,
  startPostgres,
  type RunningEngine,
} from '../storage-adapters/embedded/index.js'
import { createRecordStore } from '../storage-adapters/postgres/records.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import type { AnalyticsStore, Log, RecordStore, Settings } from './contract/index.js'

export interface Stores {
  readonly analytics: AnalyticsStore
  readonly records: RecordStore
  /** Of the embedded engines; the stores themselves are closed by whoever uses them. */
  stopEngines(): Promise<void>
}

/**
 * The stores that the settings name: a server where there is a URL, else the embedded engine in the data directory,
 * which is then locked against a second start.
 */
export async function openStores(settings: Settings, log: Log): Promise<Stores> {
  const embeddedClickHouse = settings.storage === 'clickhouse' && settings.clickhouseUrl === null
  const embeddedPostgres = settings.databaseUrl === null
  const stops: (() => Promise<void>)[] = []
  const stopEngines = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop()
  }
  try {
    if (embeddedClickHouse || embeddedPostgres) {
      mkdirSync(settings.dataDir, { recursive: true })
      const lock = await lockDirectory(settings.dataDir)
      stops.push(() => lock.release())
    }
    const started = async (wanted: boolean, start: typeof startClickHouse, name: string) => {
      if (!wanted) return null
      const engine = await start({ directory: join(settings.dataDir, name), log })
      stops.push(() => engine.stop())
      return engine
    }
    const engines = await settle([
      started(embeddedClickHouse, startClickHouse, 'clickhouse'),
      started(embeddedPostgres, startPostgres, 'postgres'),
    ])
    const [clickhouse = null, postgres = null] = engines
    const database = postgres ?? { url: settings.databaseUrl ?? '' }
    const records = createRecordStore({ ...connectionOf(database), log })
    return { analytics: openAnalytics(settings, clickhouse, database, log), records, stopEngines }
  } catch (error) {
    await stopEngines()
    throw error
  }
}

interface Server {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
}

const connectionOf = ({ url, user, password, database }: Server): Server => ({
  url,
  ...(user === undefined ? {} : { user }),
  ...(password === undefined ? {} : { password }),
  ...(database === undefined ? {} : { database }),
})

function openAnalytics(
  settings: Settings,
  clickhouse: RunningEngine | null,
  database: Server,
  log: Log,
): AnalyticsStore {
  if (settings.storage === 'postgres') return createPostgresStore({ connection: connectionOf(database), log })
  const server: Server = clickhouse ?? { url: settings.clickhouseUrl ?? '' }
  return createClickHouseStore({ connection: connectionOf(server), log })
}

/** Waits for all, also when one fails: what has started can then be stopped. */
async function settle<T>(starting: readonly Promise<T>[]): Promise<readonly T[]> {
  const results = await Promise.allSettled(starting)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
