import type { Test } from 'tap'
import { written, type OpenPage } from './app.js'
import { openBounded } from './filter-page.js'
import { toldStory, viewAt, type ToldStory } from './told-story.js'

export const range = '30d'

/** A condition, as a link has it. */
export const is = (field: string, value: string) => ({ field, operator: 'in', value: [value] })
export const mobile = is('device_type', 'mobile')

interface FilterStory extends Pick<ToldStory, 'ask'> {
  readonly openAt: (t: Test, path: string) => Promise<OpenPage>
  /** The two countries with the most events. */
  readonly first: string
  readonly second: string
  /** Either of the two. */
  readonly either: object
  /** The address of a chart of events with these filters. */
  readonly trends: (filters: unknown) => string
  /** The number of events that a filter matches, as the pages write it. */
  readonly eventsOf: (filter: object) => Promise<string>
}

/** The demo's story, for pages with filters. */
export async function filterStory(t: Test): Promise<FilterStory> {
  const { open, ask } = await toldStory(t)
  const byCountry = await ask('GET', '/metrics/events', {
    range,
    breakdown: 'country',
    granularity: 'yearly',
  })
  const totals = new Map<string, number>()
  for (const { dimension, value } of byCountry.data.points as { dimension: string; value: number }[])
    totals.set(dimension, (totals.get(dimension) ?? 0) + value)
  const [first = '', second = ''] = [...totals]
    .filter(([name]) => /^[A-Z]{2}$/.test(name))
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name)
  return {
    ask,
    openAt: (t, path) => openBounded(t, open, path),
    first,
    second,
    either: { or: [is('country', first), is('country', second)] },
    trends: (filters) => viewAt('/trends', { range, series: [{ metric: 'events' }], filters }),
    eventsOf: async (filter) => {
      const answer = await ask('GET', '/metrics/events', { range, filter: JSON.stringify(filter) })
      return written(answer.data.total as number)
    },
  }
}
