import type { Log, RecordStore } from '../contract/index.js'
import type { Registry } from '../core/kernel/registries.js'
import { whileSlow } from './while-slow.js'

/** Milliseconds after which migrations that still run are named in the log, again and again. */
const slowMs = 30_000

/** Applies the migrations of all plugins, in their order. Rejects with the first that fails, whose words name its plugin. */
export async function migrateRecords(
  { migrations }: Pick<Registry, 'migrations'>,
  records: Pick<RecordStore, 'migrate'>,
  log: Pick<Log, 'warn'>,
  everyMs = slowMs,
): Promise<void> {
  for (const { plugin, directory } of migrations)
    await whileSlow(records.migrate(plugin, directory), everyMs, (seconds) =>
      log.warn({ plugin }, `the migrations of plugin ${plugin} still run after ${seconds} s`),
    )
}
