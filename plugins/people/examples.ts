import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/people/profiles': {
    body: { people: [{ device_id: 'd1', user_id: 'ann' }] },
    response: {
      data: {
        people: [
          {
            device_id: 'd1',
            user_id: 'ann',
            traits: {},
            devices: [{ device_id: 'd1', linked_at: '2026-03-08T10:00:00.000Z' }],
          },
        ],
      },
    },
  },
  'GET /api/v1/groups': { response: { data: [] } },
  'GET /api/v1/groups/:type': {
    params: { type: 'company' },
    query: { range: '2026-03-08,2026-03-09' },
    response: { data: [], has_more: false, limit: 100, offset: 0 },
  },
  'GET /api/v1/groups/:type/:id': {
    params: { type: 'company', id: 'acme' },
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        type: 'company',
        id: 'acme',
        traits: {},
        events: 0,
        persons: 0,
        first_seen: null,
        last_seen: null,
      },
    },
  },
}
