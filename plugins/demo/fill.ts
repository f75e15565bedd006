import type { CommandProgress, Settings } from '../../contract/index.js'
import { demoNotes, demoQueryKey, demoToken, demoWorkspace, withIngestKey } from './access.js'
import { demoClient } from './client.js'
import { readNotes, writeNotes, type DemoNotes, type DemoStory } from './file.js'
import { daysOf, loadDemo } from './load.js'
import { saveStory } from './saved.js'

/** The length of a new story, and the number of its devices. */
interface StoryOptions {
  readonly days: number
  readonly devices: number
}

export interface DemoOptions extends StoryOptions {
  readonly settings: Settings
  /** The URL of the running service. */
  readonly url: string
  /** Returns the code that the first account requires; null if none is. */
  readonly setupCode: () => Promise<string | null>
  readonly showProgress: (title: string, total: number) => CommandProgress
}

/** Fills the running service with the story, or with what has happened in it since. Returns the notes. */
export async function fillDemo({
  settings,
  url,
  setupCode,
  showProgress,
  ...options
}: DemoOptions): Promise<DemoNotes> {
  const client = demoClient(url)
  const { dataDir } = settings
  const login = demoNotes(settings, readNotes(dataDir))
  // Written before the account exists: an unrecorded password would be lost.
  writeNotes(dataDir, login)
  const token = await demoToken(client, settings, login, await setupCode())
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

const newStory = (now: number, options: StoryOptions): DemoStory => {
  const { days, devices } = options
  const since = new Date(now - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return { since, storedUntil: null, days, devices }
}

/** Returns lines for the operator: the login, and three requests to try. */
export function demoLines(
  url: string,
  { email, password, workspace, queryKey }: DemoNotes,
): readonly string[] {
  const curl = (path: string): string =>
    `curl -s '${url}/api/v1/metrics/${path}' -H 'Authorization: Bearer ${queryKey ?? ''}' -H 'X-Workspace-ID: ${workspace ?? ''}'`
  return [
    '',
    `URL       ${url}`,
    `E-mail    ${email}`,
    `Password  ${password ?? '(the one in ADMIN_PASSWORD)'}`,
    '',
    'Daily active users of the last 30 days, the most frequent events, and the latest events themselves:',
    '',
    curl('dau?range=30d'),
    curl('events/top?range=30d'),
    curl('events/raw?range=7d&limit=3'),
  ]
}
