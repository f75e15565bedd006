import type { AnalyticsStore, Settings, StorageOptions } from '../../contract/index.js'
import { startClickHouse } from '../embedded/index.js'
import type { ClickHouseConnection } from './connection.js'
import { workspaceDatabases } from './idle-tables.js'
import { makeAccountPoolOptions, readerConfiguration } from './sandbox/accounts.js'
import { createClickHouseStore } from './store.js'

const isEmbedded = ({ clickhouseUrls }: Settings): boolean => clickhouseUrls.length === 0

/** Opens the store on the servers of CLICKHOUSE_URL, or else on the embedded engine, which it starts. */
export async function openClickHouse(options: StorageOptions): Promise<AnalyticsStore> {
  const { settings } = options
  if (isEmbedded(settings)) return openStore(await startEngine(options), options)
  const [url = '', ...others] = settings.clickhouseUrls
  const store = openStore({ url, others }, options)
  try {
    await store.ping()
    return store
  } catch (error) {
    await store.close()
    throw unusable(url, error)
  }
}

const openStore = (connection: ClickHouseConnection, { settings, log, nativeForms }: StorageOptions) =>
  createClickHouseStore({
    connection,
    cluster: settings.clickhouseCluster,
    log,
    nativeForms,
    views: settings.views,
    promotion: { most: settings.promotedProperties },
    // An external server may have other users.
    ...(isEmbedded(settings) && { idleMs: settings.workspaceIdle }),
  })

async function startEngine(options: StorageOptions): Promise<ClickHouseConnection> {
  const { settings, engineLog: log, directory, atEnd } = options
  const readers = makeAccountPoolOptions()
  const engine = await startClickHouse({
    directory,
    log,
    accounts: readerConfiguration(readers),
    ...(settings.workspaceIdle > 0 && { unloaded: workspaceDatabases }),
  })
  atEnd(() => engine.stop())
  const { url, user, password } = engine
  return {
    url,
    user,
    password,
    readers,
    hiddenDefinitions: engine.hiddenDefinitions,
    restart: () => engine.restart(),
    resources: () => engine.resources(),
  }
}

/** The URL itself is not repeated: it may contain a password. */
function unusable(url: string, error: unknown): Error {
  const why = error instanceof Error && error.cause !== undefined ? error.cause : error
  const { message = '', code = '' } = why as { readonly message?: string; readonly code?: string }
  const words = (message || code || String(why)).slice(0, 200)
  return new Error(`CLICKHOUSE_URL: the server ${new URL(url).host} cannot be used: ${words}`, {
    cause: error,
  })
}
