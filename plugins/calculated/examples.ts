import type { RouteExamples } from '../../core/contract/index.js'

const stored = {
  name: 'source',
  expression: "coalesce(utm_source, domain(referrer), 'direct')",
  description: null,
  id: 'prp_example1',
  workspace_id: 'ws_example1',
  type: 'text',
  created_by: 'usr_example1',
  created_at: '2026-03-10T12:00:00.000Z',
  updated_at: '2026-03-10T12:00:00.000Z',
}

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/data/properties': {
    body: { name: 'source', expression: stored.expression },
    response: { data: stored },
  },
  'PUT /api/v1/data/properties/:name': {
    params: { name: 'source' },
    body: { description: 'Where the visit came from' },
    response: { data: { ...stored, description: 'Where the visit came from' } },
  },
  'DELETE /api/v1/data/properties/:name': { params: { name: 'source' } },
}
