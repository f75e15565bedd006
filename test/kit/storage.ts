import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { declaredSettings } from '../../app/declared-settings.js'
import { loadRegistry } from '../../app/load-registry.js'
import { closeAll, openStores } from '../../app/stores.js'
import { loadSettings } from '../../config/load.js'
import type { AnalyticsStore, Log, Plugin } from '../../contract/index.js'
import { builtInPlugins } from '../../plugins/index.js'
import { builtInStorages } from '../../storage-adapters/index.js'

export interface TestStorageOptions {
  /** The value of STORAGE: a built-in one, or one that a plugin declares. */
  readonly storage: string
  /** Beside the built-in ones: their native forms of operators are used. */
  readonly plugins?: readonly Plugin[]
  /** Settings, under their names in the environment: CLICKHOUSE_URL, DATABASE_URL. Without them embedded engines start. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface TestStorage {
  readonly store: AnalyticsStore
  /** Closes the store, stops the engines that were started for it and removes their data. */
  close(): Promise<void>
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Opens a storage as the service does. Rejects as the service's start would. */
export async function testStorage({
  storage,
  plugins = [],
  environment = {},
}: TestStorageOptions): Promise<TestStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-storage-'))
  // As root, the servers run under accounts of their own, which must reach their data.
  chmodSync(folder, 0o755)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const registry = loadRegistry([...builtInPlugins, ...builtInStorages, ...plugins])
    const settings = loadSettings({
      declared: declaredSettings(registry),
      environment: { STORAGE: storage, DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment },
      file: null,
      directory: folder,
    })
    const { analytics, records, stopEngines } = await openStores(settings, silent, registry)
    return {
      store: analytics,
      async close() {
        await closeAll([analytics, records])
        await stopEngines()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
