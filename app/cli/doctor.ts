import { Command } from 'commander'
import type { EarlyCheckContext, Settings, StorageDefinition } from '../../contract/index.js'
import type { Registry } from '../../core/kernel/registries.js'
import { storageOf } from '../storage.js'
import { createSettingReader } from '../../core/kernel/setting-reader.js'
import { earlyCheckFindings } from './doctor/plugin-checks.js'
import { pluginSettingFindings } from './doctor/plugin-settings.js'
import { createLogger } from './logger.js'
import { failureOf } from './failure.js'
import type { Finding } from './doctor/finding.js'
import type { LoadSettings } from './settings.js'
import { say } from './terminal.js'

export const doctorCommand = (load: LoadSettings): Command =>
  new Command('doctor')
    .summary('check the machine, the settings and the storage')
    .description(
      'Checks the requirements of the service, one per line: ok, warn or fail, with the fix. Exits with 1 if one fails. ' +
        'Starts and stops the embedded engines if the settings use them; changes nothing.',
    )
    .action(async () => {
      for await (const { status, subject, words } of findings(load)) {
        say(`${status.padEnd(4)}  ${subject}: ${words}`)
        if (status === 'fail') process.exitCode = 1
      }
    })

async function* findings(load: LoadSettings): AsyncGenerator<Finding> {
  const found = loaded(load)
  if (Array.isArray(found)) {
    yield* found
    return
  }
  const { settings, registry, storage } = found
  yield { status: 'ok', subject: 'settings', words: `valid; data directory ${settings.dataDir}` }
  yield* pluginSettingFindings(registry, settings)
  const context = earlyContext(settings, storage, registry)
  yield* earlyCheckFindings(registry, context)
  const { storageFindings } = await import('./doctor/storage.js')
  yield* storageFindings(context, registry)
}

const earlyContext = (
  settings: Settings,
  storage: StorageDefinition,
  registry: Registry,
): Omit<EarlyCheckContext, 'signal'> => ({
  settings,
  storage,
  setting: createSettingReader(registry, settings),
  log: createLogger(settings.logLevel, 'stderr'),
  clock: Date.now,
})

interface Loaded {
  readonly settings: Settings
  readonly registry: Registry
  readonly storage: StorageDefinition
}

/** Returns the settings and what the plugins declare, or the findings about them. */
function loaded(load: LoadSettings): Loaded | Finding[] {
  try {
    const settings = load({ LOG_LEVEL: 'error' })
    const registry = load.registry()
    return { settings, registry, storage: storageOf(registry, settings).definition }
  } catch (error) {
    return failureOf(error).lines.map((words) => ({ status: 'fail', subject: 'settings', words }))
  }
}
