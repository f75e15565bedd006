import type { Step } from './step.js'

const root = '/api/v1/metrics'
const range = '2026-03-08,2026-03-09'
const monday = '2026-03-09,2026-03-09'
type Texts = Readonly<Record<string, string>>

const metric = (path: string, query: Texts = {}, params?: Texts): Step => ({
  route: `GET ${root}/${path}`,
  query: { range, ...query },
  ...(params && { params }),
})

/** A metric and the persons behind its figures. */
const withPeople = (path: string, query: Texts = {}, params?: Texts, point: Texts = {}): readonly Step[] => [
  metric(path, query, params),
  metric(`${path}/people`, { ...query, ...point }, params),
]

const step = { steps: [{ event: 'signup' }, { event: 'purchase' }], range }
const group = { group_by: 'plan', range, size: { type: 'count' }, intensity: { type: 'avg_per_actor' } }
const cohorts = { range, granularity: 'daily', periods: 2, start_event: 'signup' }
const paid = { field: 'plan', operator: 'eq', value: 'pro' }

export const metricSteps: readonly Step[] = [
  { route: `GET ${root}` },
  metric('query', { metric: 'event:signup' }),
  metric('query/people', { metric: 'event:signup' }),
  ...[
    'dau',
    'wau',
    'mau',
    'events',
    'events/top',
    'users',
    'sessions',
    'sessions/unique',
    'sessions/top',
  ].flatMap((path) => withPeople(path)),
  ...['dau', 'wau', 'mau', 'events', 'users', 'sessions'].map((path) =>
    metric(`${path}/raw`, { limit: '1' }),
  ),
  ...withPeople('event/:name', {}, { name: 'purchase' }),
  metric('events/top/:name/raw', { limit: '1' }, { name: 'purchase' }),
  ...withPeople('events/properties', { event: 'purchase', property: 'plan' }),
  ...withPeople('events/custom', { property: 'total', metric: 'sum' }),
  ...withPeople('events/first-time', { event: 'purchase' }),
  ...withPeople('events/per-actor', { event: 'purchase' }),
  ...withPeople('stickiness/daily', { range: monday }, undefined, { date: '2026-03-09' }),
  ...withPeople('stickiness/weekly', { range: monday }, undefined, { date: '2026-03-09' }),
  ...withPeople('lifecycle', { range: monday }, undefined, { date: '2026-03-09', dimension: 'new' }),
  { route: `GET ${root}/segments` },
  metric('segments/:segment', {}, { segment: 'new' }),
  metric('logs'),
  metric('logs/raw', { limit: '1' }),
  metric('logs/top'),
  metric('infrastructure', { name: 'cpu_seconds' }),
  { route: `GET ${root}/infrastructure/names` },
  { route: 'POST /api/v1/funnels', body: { ...step, breakdown: 'plan' } },
  { route: 'POST /api/v1/funnels/trend', body: step },
  { route: 'POST /api/v1/funnels/people', body: { ...step, step: 2, outcome: 'dropped' } },
  { route: 'POST /api/v1/metrics/grouped', body: { ...group, event: 'purchase' } },
  { route: 'POST /api/v1/metrics/grouped/people', body: { ...group, event: 'purchase', group: 'pro' } },
  { route: 'POST /api/v1/retention', body: cohorts },
  { route: 'POST /api/v1/retention/people', body: { ...cohorts, cohort_date: '2026-03-08', period: 0 } },
  {
    route: 'POST /api/v1/metrics/formula',
    body: {
      series: [{ metric: 'event:purchase', filters: [paid] }, { metric: 'dau' }],
      formula: 'A / B',
      range,
      compare: 'previous',
    },
  },
  {
    route: 'POST /api/v1/metrics/explain-change',
    body: { metric: 'events', before: '2026-03-08,2026-03-08', after: monday, fields: ['event_name'] },
  },
  metric('explain', { metric: 'dau' }),
  { route: `POST ${root}/explain`, body: { path: '/api/v1/funnels', body: step } },
  { route: 'POST /api/v1/people/profiles', body: { people: [{ device_id: 'd1', user_id: 'ann' }] } },
  { route: 'GET /api/v1/groups' },
  { route: 'GET /api/v1/groups/:type', params: { type: 'company' }, query: { range } },
  { route: 'GET /api/v1/groups/:type/:id', params: { type: 'company', id: 'acme' }, query: { range } },
  { route: 'GET /api/v1/data/sources' },
  { route: 'GET /api/v1/data/sources/:source/fields', params: { source: 'logs' } },
  { route: 'GET /api/v1/data/sources/:source/values/:field', params: { source: 'logs', field: 'level' } },
  {
    route: 'POST /api/v1/data/query',
    body: {
      query:
        'SELECT event_name, count() AS n FROM events_v1 WHERE timestamp >= {from:DateTime} GROUP BY 1 ORDER BY 1 LIMIT {most:Int64}',
      parameters: { from: '2026-01-01', most: 10 },
    },
  },
]
