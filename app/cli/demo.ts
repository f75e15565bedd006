import { Command, Option } from 'commander'
import { demoLines, fillDemo } from '../../plugins/demo/index.js'
import { createLogger } from './logger.js'
import { showProgress } from './progress.js'
import { serve } from './serve.js'
import type { LoadSettings } from './settings.js'
import { say } from './terminal.js'

interface Options {
  readonly exit?: boolean
  readonly days: string
  readonly devices: string
}

export const demoCommand = (load: LoadSettings): Command =>
  new Command('demo')
    .summary('run the service with 90 days of made-up data')
    .description(
      'Runs the service on the embedded engines (CLICKHOUSE_URL and DATABASE_URL are not used) and fills a workspace ' +
        'called Demo with 90 days of made-up data. All data is stored in DATA_DIR, the login too, in ' +
        'demo-login.json. Another run adds what has happened in the story since, without duplicates. ' +
        'Logs warnings only, unless LOG_LEVEL is set.',
    )
    .option('--exit', 'exit when the data is stored')
    .addOption(new Option('--days <n>').default('90').hideHelp())
    .addOption(new Option('--devices <n>').default('3500').hideHelp())
    .action(async (options: Options) => {
      const given = load({ LOG_LEVEL: 'warn' })
      const settings = { ...given, clickhouseUrls: [], clickhouseCluster: null, databaseUrl: null }
      const log = createLogger(settings.logLevel, 'stderr')
      await serve({ settings, log, registry: load.registry() }, async (program) => {
        const { url, service } = program
        const notes = await fillDemo({
          settings,
          url,
          setupCode: () => service.setupCode(),
          showProgress,
          days: Number(options.days),
          devices: Number(options.devices),
        })
        demoLines(url, notes).forEach(say)
        if (options.exit === true) return 'end'
        say('\nServing until Ctrl-C.')
        return 'serve'
      })
    })
