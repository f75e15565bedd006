import { Command, Option } from 'commander'
import type { Settings } from '../../core/contract/index.js'
import type { Program } from '../main.js'
import { demoNotes, demoQueryKey, demoToken, demoWorkspace, withIngestKey } from './demo/access.js'
import { demoClient } from './demo/client.js'
import { readNotes, writeNotes, type DemoNotes, type DemoStory } from './demo/file.js'
import { daysOf, loadDemo } from './demo/load.js'
import { saveStory } from './demo/saved.js'
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
        const notes = await fill(settings, program, options)
        tell(program, notes)
        if (options.exit === true) return 'end'
        say('\nServing until Ctrl-C.')
        return 'serve'
      })
    })

async function fill(settings: Settings, { url, service }: Program, options: Options): Promise<DemoNotes> {
  const client = demoClient(url)
  const { dataDir } = settings
  const login = demoNotes(settings, readNotes(dataDir))
  // Written before the account exists: an unrecorded password would be lost.
  writeNotes(dataDir, login)
  const token = await demoToken(client, settings, login, await service.setupCode())
  const workspace = await demoWorkspace(client, token)
  const sameWorkspace = login.workspace === workspace
  const queryKey = await demoQueryKey(client, token, workspace, sameWorkspace ? login.queryKey : null)
  const now = Date.now()
  const story = (sameWorkspace ? login.story : null) ?? newStory(now, options)
  const notes: DemoNotes = { ...login, workspace, queryKey, story }
  writeNotes(dataDir, notes)
  const progress = showProgress('demo data', daysOf(story, now))
  await withIngestKey(client, token, workspace, (key) =>
    loadDemo({ url, key, story, now, progress }),
  ).finally(() => progress.stop())
  // Only once: content that a user deletes must not come back.
  if (story.storedUntil === null) await saveStory({ client, token, workspace, story })
  writeNotes(dataDir, { ...notes, story: { ...story, storedUntil: new Date(now).toISOString() } })
  return notes
}

const newStory = (now: number, options: Options): DemoStory => {
  const days = Number(options.days)
  const since = new Date(now - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return { since, storedUntil: null, days, devices: Number(options.devices) }
}

function tell({ url }: Program, { email, password, workspace, queryKey }: DemoNotes): void {
  const curl = (path: string): string =>
    `curl -s '${url}/api/v1/metrics/${path}' -H 'Authorization: Bearer ${queryKey ?? ''}' -H 'X-Workspace-ID: ${workspace ?? ''}'`
  say()
  say(`URL       ${url}`)
  say(`E-mail    ${email}`)
  say(`Password  ${password ?? '(the one in ADMIN_PASSWORD)'}`)
  say()
  say('Daily active users of the last 30 days, the most frequent events, and the latest events themselves:')
  say()
  say(curl('dau?range=30d'))
  say(curl('events/top?range=30d'))
  say(curl('events/raw?range=7d&limit=3'))
}
