import type { Step } from './step.js'

const question = { id: 'qst_example1' }
const dau = { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' }

/** Saved questions. */
export const librarySteps: readonly Step[] = [
  {
    route: 'POST /api/v1/questions',
    body: { name: 'Active users', question: dau, tags: ['growth'], chart: 'line' },
  },
  { route: 'GET /api/v1/questions', query: { search: 'active' } },
  { route: 'GET /api/v1/questions/tags' },
  { route: 'PUT /api/v1/questions/:id', params: question, body: { description: 'People who came' } },
  { route: 'PUT /api/v1/questions/:id/favourite', params: question },
  { route: 'GET /api/v1/questions/:id', params: question },
  { route: 'GET /api/v1/questions/:id/data', params: question, query: { range: '2026-03-09,2026-03-09' } },
  { route: 'GET /api/v1/questions/:id/uses', params: question },
  { route: 'GET /api/v1/questions/:id/history', params: question },
  {
    route: 'POST /api/v1/questions/:id/history/:version/restore',
    params: { ...question, version: '1' },
  },
  { route: 'DELETE /api/v1/questions/:id/favourite', params: question },
  { route: 'DELETE /api/v1/questions/:id', params: question },
  { route: 'POST /api/v1/questions/:id/restore', params: question },
]
