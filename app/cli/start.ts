import { Command } from 'commander'
import { knowsItsNames } from '../../contract/index.js'
import type { LoadSettings } from './settings.js'
import { createLogger } from './logger.js'

export const startCommand = (load: LoadSettings): Command =>
  new Command('start')
    .summary('run the service')
    .description(
      'Runs the service until SIGTERM or SIGINT (a second one ends it immediately). It logs JSON lines to standard output. ' +
        'Settings come from the environment and from a config file: PORT, HOST, DATA_DIR, DATABASE_URL, …',
    )
    .action(async () => {
      const { serve } = await import('./serve.js')
      const settings = load()
      const log = createLogger(settings.logLevel)
      await serve({ settings, log, registry: load.registry() }, async ({ url, service }) => {
        // Counted from the start of the process, including the loading of the code.
        const ms = Math.round(performance.now())
        log.info({ url, ms }, `ready at ${url} after ${ms} ms`)
        const code = await service.setupCode()
        if (code !== null) {
          const link = `${(settings.publicUrl ?? url).replace(/\/+$/, '')}/setup?code=${code}`
          log.info({ link, code }, `open ${link} to create the first account`)
        }
        if (!knowsItsNames(settings))
          log.warn({}, 'requests may use any host name; set PUBLIC_URL or ALLOWED_HOSTS to restrict them')
        return 'serve' as const
      })
    })
