import { Command } from 'commander'
import type { Settings } from '../../core/contract/index.js'
import { machineFindings } from './doctor/machine.js'
import { pluginSettingFindings } from './doctor/plugin-settings.js'
import { storageFindings } from './doctor/storage.js'
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
  const settings = loaded(load)
  if (Array.isArray(settings)) {
    yield* settings
    return
  }
  yield { status: 'ok', subject: 'settings', words: `valid; data directory ${settings.dataDir}` }
  yield* pluginSettingFindings(load.registry(), settings)
  yield* machineFindings(settings)
  yield* storageFindings(settings, load.registry())
}

/** Returns the settings, or the findings about them. */
function loaded(load: LoadSettings): Settings | Finding[] {
  try {
    return load({ LOG_LEVEL: 'error' })
  } catch (error) {
    return failureOf(error).lines.map((words) => ({ status: 'fail', subject: 'settings', words }))
  }
}
