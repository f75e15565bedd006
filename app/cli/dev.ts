import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { createLogger } from './logger.js'
import { say } from './terminal.js'

interface Options {
  readonly plugin: string
  readonly storage: string
  readonly data?: string
  readonly database?: string
  readonly fresh?: boolean
  readonly test?: boolean
  readonly days: string
  readonly devices: string
}

export const devCommand = (): Command =>
  new Command('dev')
    .summary('serve a plugin while it is written')
    .description(
      'Compiles the plugin at every save and serves it, with demo data; errors are shown, and the last version that works ' +
        'keeps running. Events are in memory and in a file, records in the embedded Postgres. PORT, HOST, PLUGINS and the ' +
        "plugin's own settings come from the environment; CLICKHOUSE_URL and DATABASE_URL are not used.",
    )
    .option('--plugin <folder>', 'the folder of the plugin', '.')
    .option(
      '--storage <name>',
      'the storage of events, such as that of the plugin, clickhouse or postgres',
      'memory',
    )
    .option('--database <url>', 'a Postgres for the records, in place of the embedded one')
    .option('--data <folder>', 'where data is kept (default: .sextant in the folder of the plugin)')
    .option('--fresh', 'delete the data of earlier sessions first')
    .option('--test', "run the plugin's tests at every save, without a service")
    .addOption(new Option('--days <n>').default('30').hideHelp())
    .addOption(new Option('--devices <n>').default('200').hideHelp())
    .action(async (options: Options, command: Command) => {
      const asked = stopSignal()
      const { startDev, startTests } = await import('../dev/session.js')
      const end =
        options.test === true
          ? startTests({ plugin: options.plugin, say })
          : await startDev({
              plugin: options.plugin,
              storage: options.storage,
              dataDir: resolve(options.data ?? join(options.plugin, '.sextant')),
              databaseUrl: options.database ?? null,
              fresh: options.fresh ?? false,
              configFile: command.optsWithGlobals<{ config?: string }>().config ?? null,
              days: Number(options.days),
              devices: Number(options.devices),
              say,
              log: createLogger('warn', 'stderr'),
            })
      await asked
      await end()
    })

/** Resolves at SIGINT or SIGTERM; a second one ends the process immediately. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (isStopping) process.exit(1)
        isStopping = true
        resolve()
      })
  })
}
