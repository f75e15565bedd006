import { dataRouteCases } from './data-route-cases.js'
import { groupCases } from './group-cases.js'
import { libraryCases } from './library-cases.js'
import { metricQueryCases } from './metric-query-cases.js'
import { account, funnel, line, monday, slug, tile } from './route-bodies.js'
import type { RouteCase } from './route-case.js'
import { absent, absentJob, editor, isPublic, member, people } from './route-kinds.js'

/** A metric and the route for the persons behind its figures (of a point, if it requires one). */
function withPeople(
  pattern: string,
  { path = pattern, query = {}, point = {} }: Pick<RouteCase, 'path' | 'query'> & { point?: object } = {},
): Readonly<Record<string, RouteCase>> {
  const caseOf = (twin: string) => {
    const asked = twin === '' ? query : { ...query, ...point }
    return { ...member, path: `/api/v1/metrics/${path}${twin}`, query: asked }
  }
  const entries = ['', '/people'].map((twin) => [`GET /api/v1/metrics/${pattern}${twin}`, caseOf(twin)])
  return Object.fromEntries(entries) as Readonly<Record<string, RouteCase>>
}

const viewCases = (name: string): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/admin/${name}`]: { ...people, status: 200 },
  [`POST /api/v1/admin/${name}/rebuild`]: { ...people, status: 202 },
})

const reset = { kind: 'public', status: 404, path: '/api/v1/auth/resets/none' } as const
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /healthz': isPublic,
  'GET /readyz': isPublic,
  'GET /metrics': isPublic,
  'GET /docs': isPublic,
  'GET /docs/assets/:file': { ...isPublic, path: '/docs/assets/swagger-ui.css' },
  'GET /api/v1/openapi.json': isPublic,

  'GET /api/v1/auth/setup/status': isPublic,
  'POST /api/v1/auth/setup': { kind: 'public', status: 409, body: () => account },
  // A wrong password is a 401 too, so the right one is used.
  'POST /api/v1/auth/login': { ...isPublic, body: () => account },
  'POST /api/v1/auth/password': {
    kind: 'user',
    // The current password is wrong.
    status: 422,
    body: () => ({ current_password: 'no such password', new_password: 'another password' }),
  },
  'POST /api/v1/auth/refresh': { kind: 'user', status: 200 },
  'POST /api/v1/auth/logout': { kind: 'user', status: 200 },
  'GET /api/v1/auth/me': { kind: 'user', status: 200 },

  'POST /api/v1/user/workspaces': {
    kind: 'global editor',
    status: 201,
    body: () => ({ name: 'one more', slug: slug() }),
  },
  'GET /api/v1/user/workspaces': { kind: 'user', status: 200 },
  'GET /api/v1/admin/workspaces': { kind: 'global platform', status: 200 },
  'GET /api/v1/channels': { kind: 'workspace editor', status: 200 },
  'GET /api/v1/pages': member,
  'GET /api/v1/admin/messages': { kind: 'workspace admin, people only', status: 200 },
  'GET /api/v1/admin/jobs': { kind: 'global platform', status: 200 },
  'POST /api/v1/admin/jobs/:name/run': absentJob,
  'POST /api/v1/admin/workspace/keys': {
    kind: 'workspace admin, people only',
    status: 201,
    body: (workspace_id) => ({ workspace_id, name: 'one more', kind: 'ingest' }),
  },
  'GET /api/v1/admin/workspace/keys': { kind: 'workspace admin, people only', status: 200 },
  'DELETE /api/v1/admin/workspace/keys/:id': {
    kind: 'workspace admin, people only',
    status: 404,
    path: '/api/v1/admin/workspace/keys/key_none',
  },

  'GET /api/v1/admin/workspaces/:id': {
    ...people,
    status: 200,
    path: '/api/v1/admin/workspaces/{workspace}',
  },
  'PUT /api/v1/admin/workspaces/:id': {
    ...people,
    status: 200,
    path: '/api/v1/admin/workspaces/{workspace}',
    body: () => ({ name: 'renamed' }),
  },
  'DELETE /api/v1/admin/workspaces/:id': {
    kind: 'global platform',
    status: 404,
    path: '/api/v1/admin/workspaces/ws_none',
  },
  'GET /api/v1/admin/users': { ...people, status: 200 },
  'POST /api/v1/admin/users': {
    ...people,
    status: 201,
    body: () => ({ email: `${slug()}@example.com`, password: 'long enough', role: 'viewer' }),
  },
  'PUT /api/v1/admin/users/:id': {
    ...people,
    status: 404,
    path: '/api/v1/admin/users/usr_none',
    body: () => ({ role: 'viewer' }),
  },
  'DELETE /api/v1/admin/users/:id': { ...people, status: 404, path: '/api/v1/admin/users/usr_none' },
  'POST /api/v1/admin/users/:id/password': {
    ...people,
    status: 404,
    path: '/api/v1/admin/users/usr_none/password',
    body: () => ({}),
  },
  'GET /api/v1/admin/users/:id/credentials': {
    ...people,
    status: 404,
    path: '/api/v1/admin/users/usr_none/credentials',
  },
  'POST /api/v1/admin/workspace/invites': {
    ...people,
    status: 201,
    body: (workspace_id) => ({ workspace_id, email: `${slug()}@example.com`, role: 'viewer' }),
  },
  'GET /api/v1/admin/workspace/invites': { ...people, status: 200 },
  'DELETE /api/v1/admin/workspace/invites/:id': {
    ...people,
    status: 404,
    path: '/api/v1/admin/workspace/invites/inv_none',
  },
  'GET /api/v1/invites/:token': { kind: 'public', status: 404, path: '/api/v1/invites/none' },
  'GET /api/v1/auth/resets/:token': reset,
  'POST /api/v1/auth/resets/:token': { ...reset, body: () => ({ password: 'long enough' }) },
  'POST /api/v1/user/invites/:token/accept': {
    ...reset,
    kind: 'user',
    path: '/api/v1/user/invites/none/accept',
  },
  'POST /api/v1/invites/:token/accept': {
    kind: 'public',
    status: 404,
    path: '/api/v1/invites/none/accept',
    body: () => account,
  },
  'GET /api/v1/admin/audit': { ...people, status: 200 },
  ...viewCases('views'),
  ...viewCases('rollups'),

  ...groupCases,
  'GET /api/v1/metrics': member,
  ...metricQueryCases,
  'GET /api/v1/metrics/explain': { ...people, status: 200, query: { metric: 'dau' } },
  'POST /api/v1/metrics/explain': {
    ...people,
    status: 200,
    body: () => ({ path: '/api/v1/funnels', body: funnel }),
  },
  'GET /api/v1/metrics/query': { ...member, query: { metric: 'dau' } },
  'GET /api/v1/metrics/query/people': { ...member, query: { metric: 'dau' } },
  ...withPeople('dau'),
  ...withPeople('wau'),
  ...withPeople('mau'),
  'GET /api/v1/metrics/dau/raw': member,
  'GET /api/v1/metrics/wau/raw': member,
  'GET /api/v1/metrics/mau/raw': member,
  ...withPeople('events'),
  ...withPeople('event/:name', { path: 'event/e' }),
  ...withPeople('events/top'),
  'GET /api/v1/metrics/events/raw': member,
  'GET /api/v1/metrics/events/top/:name/raw': { ...member, path: '/api/v1/metrics/events/top/e/raw' },
  ...withPeople('events/properties', { query: { event: 'e', property: 'p' } }),
  ...withPeople('events/custom', { query: { property: 'p' } }),
  ...withPeople('events/first-time', { query: { event: 'e' } }),
  ...withPeople('events/per-actor', { query: { event: 'e' } }),
  ...withPeople('users'),
  'GET /api/v1/metrics/users/raw': member,
  ...withPeople('stickiness/daily', { query: { range: monday }, point: { date: '2024-01-01' } }),
  ...withPeople('stickiness/weekly', { query: { range: monday }, point: { date: '2024-01-01' } }),
  ...withPeople('lifecycle', { query: { range: monday }, point: { date: '2024-01-01', dimension: 'new' } }),
  ...withPeople('sessions'),
  ...withPeople('sessions/unique'),
  ...withPeople('sessions/top'),
  'GET /api/v1/metrics/sessions/raw': member,
  'GET /api/v1/metrics/segments': member,
  'GET /api/v1/metrics/segments/:segment': { ...member, path: '/api/v1/metrics/segments/new' },
  'POST /api/v1/funnels': { ...member, body: () => funnel },
  'POST /api/v1/funnels/trend': { ...member, body: () => funnel },
  'POST /api/v1/funnels/people': { ...member, body: () => ({ ...funnel, step: 2 }) },
  'GET /api/v1/metrics/logs': member,
  'GET /api/v1/metrics/logs/raw': member,
  'GET /api/v1/metrics/logs/top': member,
  'GET /api/v1/metrics/infrastructure': { ...member, query: { name: 'e' } },
  'GET /api/v1/metrics/infrastructure/names': member,

  'POST /api/v1/retention': { ...member, body: () => ({}) },
  'POST /api/v1/retention/people': {
    ...member,
    body: () => ({ range: '2024-01-01,2024-01-31', cohort_date: '2024-01-01', period: 0 }),
  },

  'GET /api/v1/audiences': member,
  'POST /api/v1/audiences': { ...editor, body: () => ({ name: 'a group', definition: {} }) },
  'GET /api/v1/audiences/:id': { ...absent, path: '/api/v1/audiences/aud_none' },
  'PUT /api/v1/audiences/:id': { ...absent, path: '/api/v1/audiences/aud_none', body: () => ({}) },
  'DELETE /api/v1/audiences/:id': { ...absent, path: '/api/v1/audiences/aud_none' },
  'GET /api/v1/audiences/:id/count': { ...absent, path: '/api/v1/audiences/aud_none/count' },
  'POST /api/v1/audiences/count': { ...member, body: () => ({ definition: {} }) },
  'GET /api/v1/audiences/:id/members': { ...absent, path: '/api/v1/audiences/aud_none/members' },
  'GET /api/v1/marks': member,
  'POST /api/v1/marks': { ...editor, body: () => ({ title: 'a mark' }) },
  'GET /api/v1/marks/:id': { ...absent, path: '/api/v1/marks/mrk_none' },
  'PUT /api/v1/marks/:id': { ...absent, path: '/api/v1/marks/mrk_none', body: () => ({}) },
  'DELETE /api/v1/marks/:id': { ...absent, path: '/api/v1/marks/mrk_none' },

  'GET /api/v1/boards': member,
  'POST /api/v1/boards': { ...editor, body: () => ({ name: 'a board' }) },
  ...Object.fromEntries(
    (
      [
        ['GET', ':id'],
        ['PUT', ':id', {}],
        ['DELETE', ':id'],
        ['POST', ':id/tiles', tile],
        ['PUT', ':id/tiles/:tile', {}],
        ['DELETE', ':id/tiles/:tile'],
        ['GET', ':id/tiles/:tile/data'],
        ['PUT', ':id/layout', { tiles: [{ id: 'til_none', left: 0, top: 0, width: 1, height: 1 }] }],
        ['POST', ':id/links', {}, 'workspace editor, people only'],
        ['GET', ':id/links', undefined, 'workspace viewer, people only'],
        ['DELETE', ':id/links/:link', undefined, 'workspace viewer, people only'],
      ] as const
    ).map(([method, pattern, body, kind]) => [
      `${method} /api/v1/boards/${pattern}`,
      {
        ...absent,
        path: `/api/v1/boards/${pattern.replace(':id', 'brd_none').replaceAll(/:\w+/g, 'none')}`,
        ...(kind && { kind }),
        ...(body && { body: () => body }),
      },
    ]),
  ),
  ...libraryCases,

  ...dataRouteCases,

  'POST /v1/events': { kind: 'ingest', status: 202, body: () => line },
  'POST /v1/logs': { kind: 'ingest', status: 202, body: () => ({ message: 'm' }) },
  'POST /v1/metrics': { kind: 'ingest', status: 202, body: () => ({ name: 'm', value: 1 }) },
  'POST /otlp/v1/logs': { kind: 'ingest', status: 200, body: () => ({}) },
  'POST /otlp/v1/metrics': { kind: 'ingest', status: 200, body: () => ({}) },
  'POST /otlp/v1/traces': { kind: 'ingest', status: 200, body: () => ({}) },
  // An empty Snappy block.
  'POST /prometheus/api/v1/write': { kind: 'ingest', status: 204, body: () => Buffer.of(0) },

  'POST /segment/v1/:call': {
    kind: 'ingest',
    status: 200,
    path: '/segment/v1/track',
    body: () => ({ event: 'e', userId: 'u' }),
  },
  'POST /v1/batch': { kind: 'ingest', status: 200, body: () => ({ batch: [] }) },
  'POST /v1/import': { kind: 'ingest', status: 200, body: () => ({ batch: [] }) },
  'GET /segment/v1/projects/:key/settings': {
    kind: 'ingest',
    status: 200,
    path: '/segment/v1/projects/none/settings',
  },

  ...Object.fromEntries(
    ['batch', 'capture', 'e', 'track', 'i/v0/e', 'i/v0/ai/batch', 'i/v1/analytics/events'].map((path) => [
      `POST /posthog/${path}`,
      { kind: 'ingest', status: 200, body: () => ({ batch: [] }) },
    ]),
  ),
  'POST /posthog/flags': { kind: 'ingest', status: 200, body: () => ({}) },
  'POST /posthog/decide': { kind: 'ingest', status: 200, body: () => ({}) },
  'GET /posthog/array/:key/config': { kind: 'ingest', status: 200, path: '/posthog/array/none/config' },
  'GET /posthog/array/:key/config.js': { kind: 'ingest', status: 200, path: '/posthog/array/none/config.js' },
  'GET /posthog/flags/definitions': isPublic,
  'GET /posthog/api/feature_flag/local_evaluation': isPublic,
}
