import { join } from 'node:path'
import { lockDirectory, startPostgres } from '../storage-adapters/embedded/index.js'
import { connectionsAdmitted, connectionsOf } from '../storage-adapters/postgres/connection-count.js'
import { createRecordStore } from '../storage-adapters/postgres/records/store.js'
import type {
  AnalyticsStore,
  Log,
  RecordServer,
  RecordStore,
  Settings,
  StorageDefinition,
} from '../contract/index.js'
import { nativeFormsOf } from '../core/kernel/native-forms.js'
import type { Registry } from '../core/kernel/registries.js'
import { createSettingReader } from '../core/kernel/setting-reader.js'
import { createEndings, type Endings } from './endings.js'
import { StartError, wordsOf } from './start-error.js'
import { openStorage, storageOf } from './storage.js'

export interface Records {
  readonly records: RecordStore
  /** Stops the embedded engines and releases the data directory. The caller closes the stores. */
  readonly stopEngines: () => Promise<void>
}

export interface Stores extends Records {
  readonly analytics: AnalyticsStore
}

type Storages = Pick<Registry, 'operators' | 'settings' | 'storages'>

/** Whether the records, or the storage of the settings, have a folder in the data directory. */
export const usesDataDir = (
  settings: Settings,
  { inDataDir }: Pick<StorageDefinition, 'inDataDir'>,
): boolean => settings.databaseUrl === null || inDataDir?.(settings) === true

/**
 * Opens the records and the storage that the settings name: servers if there are URLs, else embedded engines in
 * the data directory, which is then locked against a second start. Both start at the same time. Throws
 * SettingsError for an unknown storage, EngineError, or StartError for a server that does not respond.
 */
export async function openStores(settings: Settings, log: Log, registry: Storages): Promise<Stores> {
  const storage = storageOf(registry, settings)
  const { definition } = storage
  const lock = usesDataDir(settings, definition) ? await lockDirectory(settings.dataDir) : null
  const endings = createEndings(log, lock)
  const server = startRecordServer(settings, log, endings)
  const options = {
    settings,
    setting: createSettingReader(registry, settings),
    log: endings.storeLog,
    engineLog: log,
    directory: join(settings.dataDir, definition.name),
    records: () => server,
    atEnd: endings.add,
    nativeForms: nativeFormsOf(registry, definition.name),
  }
  // Waits for both, even if one fails, so that a started engine can be stopped.
  const [records, analytics] = await Promise.allSettled([
    server.then((server) => openedRecords(settings, server, endings.storeLog)),
    openStorage(storage, options, log),
  ])
  try {
    if (records.status === 'rejected') throw records.reason
    if (analytics.status === 'rejected') throw analytics.reason
    await warnOfFewConnections(settings, definition, records.value, log)
    return { analytics: analytics.value, records: records.value, stopEngines: endings.run }
  } catch (error) {
    await closeAll([analytics, records].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    await endings.run()
    throw error
  }
}

/** Opens the records alone, for commands without analytics. Throws like openStores. */
export async function openRecords(settings: Settings, log: Log): Promise<Records> {
  const lock = settings.databaseUrl === null ? await lockDirectory(settings.dataDir) : null
  const endings = createEndings(log, lock)
  try {
    const server = await startRecordServer(settings, log, endings)
    return {
      records: await openedRecords(settings, server, endings.storeLog),
      stopEngines: endings.run,
    }
  } catch (error) {
    await endings.run()
    throw error
  }
}

/** Closes stores that may already be closed or broken. */
export const closeAll = async (stores: readonly { close(): Promise<void> }[]): Promise<void> => {
  await Promise.allSettled(stores.map((store) => store.close()))
}

/** Returns the server of DATABASE_URL, or starts the embedded one. */
async function startRecordServer(
  { databaseUrl, dataDir }: Settings,
  log: Log,
  endings: Endings,
): Promise<RecordServer> {
  if (databaseUrl !== null) return { url: databaseUrl }
  const engine = await startPostgres({ directory: join(dataDir, 'postgres'), log })
  endings.add(() => engine.stop())
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

async function openedRecords(
  { databaseUrl }: Settings,
  server: RecordServer,
  log: Log,
): Promise<RecordStore> {
  const records = createRecordStore({ ...server, log })
  if (databaseUrl === null) return records
  try {
    await records.ping()
    return records
  } catch (error) {
    await closeAll([records])
    // The URL itself is not repeated: it may contain a password.
    const why = error instanceof Error && error.cause !== undefined ? error.cause : error
    const { host } = new URL(databaseUrl)
    throw new StartError(`DATABASE_URL: the server ${host} cannot be used: ${shortened(wordsOf(why))}`)
  }
}

/** Only a warning, because a pooler in between may share the server's connections. */
async function warnOfFewConnections(
  { queryConcurrency }: Settings,
  { sharesRecords }: StorageDefinition,
  records: RecordStore,
  log: Log,
): Promise<void> {
  const needed = connectionsOf(sharesRecords === true ? queryConcurrency.all : null)
  const admitted = await connectionsAdmitted(records)
  if (needed > admitted)
    log.warn(
      { needed, admitted },
      `this process may open ${needed} connections to Postgres, which admits ${admitted}; raise max_connections there or lower QUERY_CONCURRENCY (docs/limits.md)`,
    )
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
