import type { NewTile } from '../api.js'

/** A tile of a template, before it has a place. */
export type Draft = Pick<NewTile, 'title' | 'chart' | 'question' | 'view' | 'width' | 'height'>

type Size = Pick<Draft, 'width' | 'height'>
const number: Size = { width: 3, height: 2 }
const half: Size = { width: 6, height: 5 }
const whole: Size = { width: 12, height: 5 }

const search = (given: Readonly<Record<string, string>>): string => new URLSearchParams(given).toString()
const address = (path: string, state: Readonly<Record<string, string>>): string => `${path}?${search(state)}`

type Query = Readonly<Record<string, string>>

interface SeriesDraft {
  readonly title: string
  /** The key of the metric, and its parameters. */
  readonly metric: string
  readonly params?: Query
  /** The path of its route below /api/v1/metrics. */
  readonly path: string
  /** Parameters of the request beside the range. */
  readonly query?: Query
  readonly chart?: 'line' | 'area' | 'bar'
  readonly wide?: true
}

/** A metric over time; its link leads to Trends. */
export function series({
  title,
  metric,
  params,
  path,
  query = {},
  chart = 'line',
  wide,
}: SeriesDraft): Draft {
  const { breakdown, compare } = query
  const state = {
    series: JSON.stringify([{ metric, ...(params && { params }) }]),
    look: chart,
    ...(breakdown === undefined ? {} : { breakdown }),
    ...(compare === undefined ? {} : { compare }),
  }
  return {
    title,
    chart,
    question: { path: `/api/v1/metrics/${path}`, query: search({ range: '30d', ...query }) },
    view: address('/trends', state),
    ...(wide ? whole : half),
  }
}

/** One number with its change against the range before. */
export const figure = (given: SeriesDraft): Draft => ({
  ...series({ ...given, query: { ...given.query, compare: 'previous' } }),
  chart: 'number',
  ...number,
})

interface TopDraft {
  readonly title: string
  readonly metric: string
  readonly path: string
  readonly params?: Query
}

/** A ranking; its link leads to the page of its metric. */
export const top = ({ title, metric, path, params = {} }: TopDraft): Draft => ({
  title,
  chart: 'auto',
  question: { path: `/api/v1/metrics/${path}`, query: search({ range: '30d', ...params, limit: '10' }) },
  view: address(`/explore/${metric}`, { params: JSON.stringify(params) }),
  ...half,
})

/** The number of one event over time. */
export const event = (title: string, name: string): Draft =>
  series({ title, metric: 'event', params: { name }, path: `event/${encodeURIComponent(name)}` })

/** The same, with filters and a breakdown by the values of a field. */
export const eventBy = (title: string, name: string | undefined, breakdown: string): Draft =>
  name === undefined
    ? series({ title, metric: 'events', path: 'events', query: { breakdown, breakdown_limit: '6' } })
    : series({
        title,
        metric: 'event',
        params: { name },
        path: `event/${encodeURIComponent(name)}`,
        query: { breakdown, breakdown_limit: '6' },
      })

export function funnel(title: string, events: readonly string[]): Draft {
  const steps = events.map((name) => ({ event: name }))
  return {
    title,
    chart: 'auto',
    question: { path: '/api/v1/funnels', body: { steps, range: '30d' } },
    view: address('/funnels', { steps: JSON.stringify(steps) }),
    ...half,
  }
}

export const retention = (title: string): Draft => ({
  title,
  chart: 'auto',
  question: { path: '/api/v1/retention', body: { granularity: 'weekly', periods: 6, range: '90d' } },
  view: address('/retention', { periods: '6' }),
  ...half,
})
