const tile = { title: 'x', chart: 'line', question: { path: '/api/v1/metrics/dau' } }
const funnel = { steps: [{ event: 'a' }, { event: 'b' }] }
const grouping = { group_by: 'country', size: { type: 'count' }, intensity: { type: 'unique_actors' } }

/**
 * A valid body for each route with a JSON body, in this workspace; the resources they name need not exist.
 */
export const goodBodies = (
  workspace: string,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  '/api/v1/auth/setup': { email: 'x@example.com', password: 'long enough' },
  '/api/v1/auth/login': { email: 'x@example.com', password: 'wrong' },
  '/api/v1/auth/password': { current_password: 'wrong', new_password: 'long enough' },
  '/api/v1/user/workspaces': { name: 'x', slug: 'taken' },
  '/api/v1/admin/workspaces/:id': { name: 'x' },
  '/api/v1/admin/users': { email: 'x@example.com', password: 'long enough', role: 'viewer' },
  '/api/v1/admin/users/:id': { role: 'viewer' },
  '/api/v1/admin/users/:id/password': {},
  '/api/v1/admin/workspace/invites': { workspace_id: workspace, email: 'x@example.com', role: 'viewer' },
  '/api/v1/auth/resets/:token': { password: 'long enough' },
  '/api/v1/invites/:token/accept': { email: 'x@example.com', password: 'long enough' },
  '/api/v1/admin/workspace/keys': { workspace_id: workspace, name: 'x', kind: 'ingest' },
  '/api/v1/audiences': { name: 'x', definition: {} },
  '/api/v1/audiences/:id': { name: 'y' },
  '/api/v1/audiences/count': { definition: {} },
  '/api/v1/data/properties': { name: 'x', expression: '1' },
  '/api/v1/data/properties/:name': { description: 'y' },
  '/api/v1/data/properties/preview': { expression: '1' },
  '/api/v1/dictionary/events/:name': {},
  '/api/v1/dictionary/properties/:name': {},
  '/api/v1/dictionary/file': { version: 1, events: [], properties: [] },
  '/api/v1/questions': { name: 'x', question: tile.question },
  '/api/v1/questions/:id': { name: 'y' },
  '/api/v1/marks': { title: 'x' },
  '/api/v1/marks/:id': { title: 'y' },
  '/api/v1/boards': { name: 'x' },
  '/api/v1/boards/:id': { name: 'y' },
  '/api/v1/boards/:id/tiles': tile,
  '/api/v1/boards/:id/tiles/:tile': { title: 'y' },
  '/api/v1/boards/:id/layout': { tiles: [{ id: 'til_none', left: 0, top: 0, width: 1, height: 1 }] },
  '/api/v1/boards/:id/links': {},
  '/api/v1/metrics/explain': { path: '/api/v1/metrics/dau' },
  '/api/v1/metrics/explain-change': { metric: 'dau', before: 'yesterday', after: 'today' },
  '/api/v1/metrics/formula': { series: [{ metric: 'dau' }], formula: 'A' },
  '/api/v1/funnels': funnel,
  '/api/v1/funnels/trend': funnel,
  '/api/v1/funnels/people': { ...funnel, step: 2 },
  '/api/v1/metrics/grouped': grouping,
  '/api/v1/metrics/grouped/people': { ...grouping, group: 'DE' },
  '/api/v1/people/profiles': { people: [{ device_id: 'd' }] },
  '/api/v1/data/query': { query: 'SELECT nope' },
  '/api/v1/retention': {},
  '/api/v1/retention/people': { range: '2024-01-01,2024-01-31', cohort_date: '2024-01-01', period: 0 },
})
