import { SettingsError } from '../config/settings-error.js'
import type { AnalyticsStore, Log, Settings, StorageDefinition, StorageOptions } from '../contract/index.js'
import { storeFault } from '../core/kernel/check-storage.js'
import type { Registered, Registry } from '../core/kernel/registries.js'
import { StartError, wordsOf } from './start-error.js'
import { whileSlow } from './while-slow.js'

type Storage = Registered<StorageDefinition>

/** Milliseconds after which a storage that is still opening is named in the log, again and again. */
const slowMs = 30_000

/** Returns the storage that the settings name. Throws SettingsError, which lists the known ones. */
export function storageOf({ storages }: Pick<Registry, 'storages'>, { storage }: Settings): Storage {
  const found = storages.get(storage)
  if (found === undefined)
    throw new SettingsError([`STORAGE: must be one of ${[...storages.keys()].join(', ')}`])
  return found
}

/**
 * Opens the store. Throws StartError, which names the storage and its plugin, if it cannot be opened or is no
 * store. One that does not settle is named in the log: an engine may recover for long after a crash.
 */
export async function openStorage(
  { plugin, definition }: Storage,
  options: StorageOptions,
  log: Log,
  everyMs = slowMs,
): Promise<AnalyticsStore> {
  const { name } = definition
  const fields = { storage: name, plugin }
  const open = async (): Promise<AnalyticsStore> => definition.open(options)
  try {
    const store = await whileSlow(open(), everyMs, (seconds) =>
      log.warn(fields, `STORAGE=${name} is still opening after ${seconds} s (plugin ${plugin})`),
    )
    const fault = storeFault(store)
    if (fault !== null) throw new Error(fault)
    return store
  } catch (error) {
    throw new StartError(
      `STORAGE=${name}${plugin === name ? '' : ` (plugin ${plugin})`}: ${wordsOf(error)}`,
      {
        cause: error,
      },
    )
  }
}
