import { get } from '../../api/call.js'
import type { Comparison, SeriesData } from '../../api/types.js'
import type { PersonRow } from '../../people/person.js'

/** The requests of the figures at the top. Ranges in hours compare equal times; a day that is not over looks like a fall. */
export const dayCall = get('/api/v1/metrics/dau', {
  range: '24h',
  granularity: 'hourly',
  compare: 'previous',
})
export const weekCall = get('/api/v1/metrics/dau', {
  range: '168h',
  granularity: 'daily',
  compare: 'previous',
})
export const newCall = get('/api/v1/metrics/lifecycle', {
  range: '168h',
  granularity: 'daily',
  compare: 'previous',
})

export interface Figure {
  readonly value: number
  readonly comparison?: Comparison
}

/** The people whose first event lies in the range, against those of the range before. */
export function newPeople({ points, comparison }: SeriesData): Figure {
  const sumOf = (all: SeriesData['points']): number =>
    all.reduce((sum, { dimension, value }) => (dimension === 'new' ? sum + value : sum), 0)
  const value = sumOf(points)
  if (comparison === undefined) return { value }
  const previous_total = sumOf(comparison.previous_points)
  const change = value - previous_total
  const percent_change = previous_total === 0 ? 0 : (change / previous_total) * 100
  return { value, comparison: { ...comparison, previous_total, change, percent_change } }
}

const mostLive = 1_000
export const liveMinutes = 30

/** People with an event in the last hour, last seen first. */
export const liveCall = get('/api/v1/metrics/users/raw', { range: '1h', limit: mostLive })

/**
 * The number of people seen in the last 30 minutes, as text. Rows are sorted by `last_seen`, so the page has all of them
 * unless every row is that recent.
 * @param now in milliseconds since 1970
 */
export function livePeople(rows: readonly PersonRow[], now: number): string {
  const since = now - liveMinutes * 60_000
  const live = rows.filter(({ last_seen }) => last_seen !== undefined && Date.parse(last_seen) >= since)
  const count = new Intl.NumberFormat('en').format(live.length)
  return live.length === mostLive ? `${count}+` : count
}
