import Type from 'typebox'
import { defineCommand } from '../../contract/index.js'

export const demoCommand = defineCommand({
  name: 'demo',
  summary: 'run the service with 90 days of made-up data',
  description:
    'Runs the service on the embedded engines (CLICKHOUSE_URL and DATABASE_URL are not used) and fills a workspace ' +
    'called Demo with 90 days of made-up data. All data is stored in DATA_DIR, the login too, in ' +
    'demo-login.json. Another run adds what has happened in the story since, without duplicates. ' +
    'Logs warnings only, unless LOG_LEVEL is set.',
  options: Type.Object({
    exit: Type.Optional(Type.Boolean({ description: 'exit when the data is stored' })),
    days: Type.Integer({ title: 'n', minimum: 1, default: 90, hidden: true }),
    devices: Type.Integer({ title: 'n', minimum: 1, default: 3500, hidden: true }),
  }),
  async run(command, { exit = false, days, devices }) {
    // No other command needs the story, which would slow down every start.
    const { demoLines, fillDemo } = await import('./fill.js')
    await command.serve(
      async ({ url, settings, setupCode }) => {
        const notes = await fillDemo({
          settings,
          url,
          setupCode,
          showProgress: (title, total) => command.progress(title, total),
          days,
          devices,
        })
        demoLines(url, notes).forEach((line) => command.say(line))
        if (exit) return 'end'
        command.say('\nServing until Ctrl-C.')
        return 'serve'
      },
      { embedded: true },
    )
  },
})
