import type { AnalyticsStore, Plugin, StorageOptions } from 'sextant/storage'

/**
 * `STORAGE=duckdb`: events in one DuckDB file of the data directory, in this process. Imports types alone: the SQL
 * base is loaded once the storage opens.
 */
export const duckdb: Plugin = {
  name: 'duckdb',
  contract: 1,
  after: [],
  register(host) {
    host.storage({ name: 'duckdb', title: 'DuckDB', inDataDir: () => true, open })
  },
}

/** Opens the file, so that a start fails at once if another process has it. */
async function open({ settings, directory, log, nativeForms }: StorageOptions): Promise<AnalyticsStore> {
  const { createDuckDbStore } = await import('./store.js').catch(missingEngine)
  const store = createDuckDbStore({
    directory,
    memoryBytes: settings.queryMemory,
    nativeForms,
    promotion: { most: settings.promotedProperties },
    log,
  })
  await store.ping()
  return store
}

/** The engine is a package of its own, which a service with another storage does not need. */
function missingEngine(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error('the engine is not installed; run "npm install @duckdb/node-api"', { cause: error })
}
