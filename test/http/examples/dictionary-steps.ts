import type { Step } from './step.js'

const event = { name: 'purchase' }
const plan = { name: 'plan' }

/** The dictionary. */
export const dictionarySteps: readonly Step[] = [
  {
    route: 'PUT /api/v1/dictionary/events/:name',
    params: event,
    body: {
      description: 'A payment that succeeded',
      owner: 'Growth',
      status: 'verified',
      properties: [{ name: 'currency', required: true, type: 'text', allowed: ['EUR', 'USD'] }],
    },
  },
  { route: 'PUT /api/v1/dictionary/properties/:name', params: plan, body: { type: 'text' } },
  { route: 'GET /api/v1/dictionary/events' },
  { route: 'GET /api/v1/dictionary/events/:name', params: event },
  { route: 'GET /api/v1/dictionary/properties' },
  { route: 'GET /api/v1/dictionary/properties/:name', params: plan },
  { route: 'GET /api/v1/dictionary/violations', query: { range: '2026-03-01,2026-03-10' } },
  { route: 'GET /api/v1/dictionary/file' },
  {
    route: 'POST /api/v1/dictionary/file',
    query: { dry_run: 'true' },
    body: { version: 1, events: [{ name: 'purchase', status: 'verified' }], properties: [] },
  },
  { route: 'DELETE /api/v1/dictionary/properties/:name', params: plan },
  { route: 'DELETE /api/v1/dictionary/events/:name', params: event },
]
