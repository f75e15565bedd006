import { mkdirSync, rmSync } from 'node:fs'
import type { Log } from '../../contract/index.js'
import { pluginFolder } from './plugin-folder.js'
import { openDevRecords } from './records.js'
import { createReloader } from './reloader.js'
import { createTestRunner } from './run-tests.js'
import { watchPlugin } from './watch.js'

export interface DevOptions {
  /** The plugin's folder. */
  readonly plugin: string
  readonly dataDir: string
  /** The value of STORAGE. */
  readonly storage: string
  /** A Postgres for the records; null for the embedded one. */
  readonly databaseUrl: string | null
  /** Deletes the data of earlier sessions. */
  readonly fresh: boolean
  readonly configFile: string | null
  readonly days: number
  readonly devices: number
  readonly say: (line: string) => void
  readonly log: Log
}

/**
 * Serves the plugin, and again after each save. Resolves when it watches, to the function that ends everything. Throws
 * CommandError for the folder, EngineError for the records.
 */
export async function startDev(options: DevOptions): Promise<() => Promise<void>> {
  const { dataDir, databaseUrl, say, log, fresh } = options
  const plugin = pluginFolder(options.plugin)
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const records = databaseUrl === null ? await openDevRecords(dataDir, log) : null
  const { storage, configFile, days, devices } = options
  const url = records?.url ?? databaseUrl ?? ''
  const { entry, folder } = plugin
  const task = { entry, folder, storage, dataDir, databaseUrl: url, configFile, days, devices }
  const reloader = createReloader(task, say)
  const endWatch = watchPlugin(plugin, {
    built(errors, since) {
      if (errors === 0) void reloader.reload(since)
      else say(`${errors === 1 ? '1 error' : `${errors} errors`}; the service keeps running as it was`)
    },
    line: say,
  })
  return async () => {
    await Promise.all([endWatch(), reloader.close()])
    await records?.close()
  }
}

/** Runs the plugin's tests at every save, without a service. Returns the function that ends it. Throws CommandError. */
export function startTests({ plugin: given, say }: Pick<DevOptions, 'plugin' | 'say'>): () => Promise<void> {
  const plugin = pluginFolder(given)
  const runner = createTestRunner(plugin, say)
  const endWatch = watchPlugin(plugin, {
    built(errors) {
      if (errors === 0) void runner.run()
      else say(`${errors === 1 ? '1 error' : `${errors} errors`}; fix them to run the tests`)
    },
    line: say,
  })
  return async () => {
    await Promise.all([endWatch(), runner.close()])
  }
}
