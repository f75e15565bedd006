import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/segments': {
    response: [
      { segment: 'new', category: 'lifecycle', users: 3 },
      { segment: 'returning', category: 'lifecycle', users: 0 },
    ],
  },
  'GET /api/v1/metrics/segments/:segment': {
    params: { segment: 'new' },
    query: { range: '2026-03-08,2026-03-09' },
    response: [
      {
        device_id: 'd2',
        user_id: null,
        segment: 'new',
        first_seen: '2026-03-09T09:00:00.000Z',
        last_seen: '2026-03-09T09:00:00.000Z',
      },
      {
        device_id: 'd1',
        user_id: 'ann',
        segment: 'new',
        first_seen: '2026-03-08T09:00:00.000Z',
        last_seen: '2026-03-08T10:00:00.000Z',
      },
    ],
  },
}
