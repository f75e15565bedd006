import { saveBoards } from './boards.js'
import type { DemoClient } from './client.js'
import { saveDictionary } from './dictionary.js'
import type { DemoStory } from './file.js'
import { saveLibrary } from './library.js'
import { plotOf } from './story.js'

export interface SavedOptions {
  readonly client: DemoClient
  readonly token: string
  readonly workspace: string
  readonly story: DemoStory
}

const dayLength = 86_400_000

/** Audiences for the story. */
const audiences = [
  {
    name: 'Paying customers',
    description: 'On a paid plan, and active in the last 30 days.',
    definition: {
      filters: [{ field: 'trait:plan', operator: 'in', value: ['starter', 'team', 'business'] }],
      lookback_days: 30,
    },
  },
  {
    name: 'Came by creator_week',
    description: 'Visitors from the campaign.',
    definition: { filters: [{ field: 'utm_campaign', operator: 'eq', value: 'creator_week' }] },
  },
  {
    name: 'Share dashboards',
    description: 'Shared a dashboard at least twice in the last 14 days.',
    definition: { filters: [], events: [{ event: 'dashboard_shared', days: 14, min_count: 2 }] },
  },
  {
    name: 'Signed up, not activated',
    description: 'Signed up in the last 30 days and created no project since.',
    definition: {
      filters: [],
      events: [
        { event: 'signed_up', days: 30 },
        { event: 'project_created', days: 30, negate: true },
      ],
    },
  },
]

const properties = [
  {
    name: 'source',
    expression: "coalesce(utm_source, domain(referrer), 'direct')",
    description: 'The campaign, else the site that the visit came from',
  },
  {
    name: 'weekend',
    expression: 'day_of_week(timestamp) >= 6',
    description: 'Whether it happened on Saturday or Sunday',
  },
]

/**
 * Creates the marks, audiences, calculated properties, questions, boards and dictionary of the story; those from an earlier
 * load are not created again.
 */
export async function saveStory({ client, token, workspace, story }: SavedOptions): Promise<void> {
  const first = Math.floor(Date.parse(story.since) / dayLength)
  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    client.call<T>(method, path, { token, workspace, ...(body && { body }) })
  const { marks } = await call<{ marks: readonly { title: string }[] }>('GET', '/marks')
  for (const { moment, ...mark } of plotOf(first, story.days).marks) {
    const timestamp = new Date((first + moment) * dayLength).toISOString()
    if (!marks.some(({ title }) => title === mark.title)) await call('POST', '/marks', { ...mark, timestamp })
  }
  const saved = await call<{ audiences: readonly { name: string }[] }>('GET', '/audiences')
  for (const audience of audiences)
    if (!saved.audiences.some(({ name }) => name === audience.name))
      await call('POST', '/audiences', audience)
  const known = await call<{ properties: readonly { name: string }[] }>('GET', '/data/properties')
  for (const property of properties)
    if (!known.properties.some(({ name }) => name === property.name))
      await call('POST', '/data/properties', property)
  const questions = await saveLibrary({ client, token, workspace })
  await saveBoards({ client, token, workspace, questions })
  await saveDictionary({ client, token, workspace })
}
