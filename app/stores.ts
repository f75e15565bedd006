import { join } from 'node:path'
import {
  makeAccountPoolOptions,
  readerConfiguration,
  type AccountPoolOptions,
} from '../storage-adapters/clickhouse/sandbox/accounts.js'
import { promotionRules } from '../storage-adapters/clickhouse/promoted/decide.js'
import type { HiddenDefinitions } from '../storage-adapters/clickhouse/attach-tables.js'
import { workspaceDatabases } from '../storage-adapters/clickhouse/idle-tables.js'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import {
  lockDirectory,
  startClickHouse,
  startPostgres,
  type RunningEngine,
} from '../storage-adapters/embedded/index.js'
import { connectionsAdmitted, connectionsOf } from '../storage-adapters/postgres/connection-count.js'
import { createRecordStore } from '../storage-adapters/postgres/records/store.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import type { AnalyticsStore, EngineResources, Log, RecordStore, Settings } from '../core/contract/index.js'
import { StartError, wordsOf } from './start-error.js'

export interface Records {
  readonly records: RecordStore
  /** Stops the embedded engines and releases the data directory. The caller closes the stores. */
  readonly stopEngines: () => Promise<void>
}

export interface Stores extends Records {
  readonly analytics: AnalyticsStore
}

interface Server {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  readonly restart?: () => Promise<void>
  readonly resources?: () => Promise<EngineResources>
  readonly readers?: AccountPoolOptions
  readonly hiddenDefinitions?: HiddenDefinitions
  readonly others?: readonly string[]
}

const namedServers = ({ clickhouseUrls: [url = '', ...others] }: Settings): Server => ({ url, others })

/** The embedded engines that the settings use. */
export const embeddedEngines = (settings: Settings) => ({
  clickhouse: settings.storage === 'clickhouse' && settings.clickhouseUrls.length === 0,
  postgres: settings.databaseUrl === null,
})

/**
 * Opens the stores that the settings name: a server if there is a URL, else the embedded engine in the data
 * directory, which is then locked against a second start. Throws EngineError, or StartError for a server that
 * does not respond.
 */
export async function openStores(settings: Settings, log: Log): Promise<Stores> {
  const { servers, stopEngines, storeLog } = await startEngines(settings, log, embeddedEngines(settings))
  const records = createRecordStore({ ...servers.postgres, log: storeLog })
  const analytics = openAnalytics(settings, servers, storeLog)
  try {
    await Promise.all([
      settings.databaseUrl === null ? null : expectAnswer('DATABASE_URL', settings.databaseUrl, records),
      settings.storage === 'clickhouse' && settings.clickhouseUrls[0] !== undefined
        ? expectAnswer('CLICKHOUSE_URL', settings.clickhouseUrls[0], analytics)
        : null,
    ])
    await warnOfFewConnections(settings, records, log)
  } catch (error) {
    await closeAll([analytics, records])
    await stopEngines()
    throw error
  }
  return { analytics, records, stopEngines }
}

/** Opens the records alone, for commands without analytics. Throws like openStores. */
export async function openRecords(settings: Settings, log: Log): Promise<Records> {
  const wanted = { ...embeddedEngines(settings), clickhouse: false }
  const { servers, stopEngines, storeLog } = await startEngines(settings, log, wanted)
  const records = createRecordStore({ ...servers.postgres, log: storeLog })
  try {
    if (settings.databaseUrl !== null) await expectAnswer('DATABASE_URL', settings.databaseUrl, records)
  } catch (error) {
    await closeAll([records])
    await stopEngines()
    throw error
  }
  return { records, stopEngines }
}

/** Closes stores that may already be closed or broken. */
export const closeAll = async (stores: readonly { close(): Promise<void> }[]): Promise<void> => {
  await Promise.allSettled(stores.map((store) => store.close()))
}

interface Engines {
  readonly servers: { readonly clickhouse: Server; readonly postgres: Server }
  readonly stopEngines: () => Promise<void>
  /** Silent once the engines are stopped, because their connections end then. */
  readonly storeLog: Log
}

async function startEngines(
  settings: Settings,
  log: Log,
  wanted: ReturnType<typeof embeddedEngines>,
): Promise<Engines> {
  const { dataDir } = settings
  const lock = wanted.clickhouse || wanted.postgres ? await lockDirectory(dataDir) : null
  const running: RunningEngine[] = []
  let stopping = false
  const stopEngines = async (): Promise<void> => {
    stopping = true
    await Promise.allSettled(running.splice(0).map((engine) => engine.stop()))
    await lock?.release()
  }
  const started = async (starting: Promise<RunningEngine>): Promise<Server> => {
    const engine = await starting
    running.push(engine)
    const { url, user, password, database } = engine
    return {
      url,
      user,
      password,
      database,
      restart: () => engine.restart(),
      resources: () => engine.resources(),
    }
  }
  const startWithReaders = async (): Promise<Server> => {
    const readers = makeAccountPoolOptions()
    const directory = join(dataDir, 'clickhouse')
    const accounts = readerConfiguration(readers)
    const unloaded = settings.workspaceIdle > 0 && { unloaded: workspaceDatabases }
    const starting = startClickHouse({ directory, log, accounts, ...unloaded })
    return { ...(await started(starting)), readers, hiddenDefinitions: (await starting).hiddenDefinitions }
  }
  // Waits for both, even if one fails, so that a started engine can be stopped.
  const [clickhouse, postgres] = await Promise.allSettled([
    wanted.clickhouse ? startWithReaders() : namedServers(settings),
    wanted.postgres
      ? started(startPostgres({ directory: join(dataDir, 'postgres'), log }))
      : { url: settings.databaseUrl ?? '' },
  ])
  if (clickhouse.status === 'fulfilled' && postgres.status === 'fulfilled')
    return {
      servers: { clickhouse: clickhouse.value, postgres: postgres.value },
      stopEngines,
      storeLog: silencedWhen(() => stopping, log),
    }
  await stopEngines()
  throw clickhouse.status === 'rejected' ? clickhouse.reason : (postgres as PromiseRejectedResult).reason
}

function silencedWhen(silent: () => boolean, log: Log): Log {
  const passing =
    (level: keyof Log) =>
    (fields: object, message: string): void => {
      if (!silent()) log[level](fields, message)
    }
  return { debug: passing('debug'), info: passing('info'), warn: passing('warn'), error: passing('error') }
}

function openAnalytics(settings: Settings, servers: Engines['servers'], log: Log): AnalyticsStore {
  return settings.storage === 'postgres'
    ? createPostgresStore({
        connection: servers.postgres,
        log,
        views: settings.views,
        questions: settings.queryConcurrency.all,
      })
    : createClickHouseStore({
        connection: servers.clickhouse,
        cluster: settings.clickhouseCluster,
        log,
        views: settings.views,
        promotion: promotionRules(settings.promotedProperties),
        // An external server may have other users.
        ...(embeddedEngines(settings).clickhouse && { idleMs: settings.workspaceIdle }),
      })
}

/** The URL itself is not repeated: it may contain a password. */
async function expectAnswer(setting: string, url: string, store: { ping(): Promise<string> }): Promise<void> {
  await store.ping().catch((error: unknown) => {
    const why = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new StartError(
      `${setting}: the server ${new URL(url).host} cannot be used: ${shortened(wordsOf(why))}`,
    )
  })
}

/** Only a warning, because a pooler in between may share the server's connections. */
async function warnOfFewConnections(
  { storage, queryConcurrency }: Settings,
  records: RecordStore,
  log: Log,
): Promise<void> {
  const needed = connectionsOf(storage === 'postgres' ? queryConcurrency.all : null)
  const admitted = await connectionsAdmitted(records)
  if (needed > admitted)
    log.warn(
      { needed, admitted },
      `this process may open ${needed} connections to Postgres, which admits ${admitted}; raise max_connections there or lower QUERY_CONCURRENCY (docs/limits.md)`,
    )
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
