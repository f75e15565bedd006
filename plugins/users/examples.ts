import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/users': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1 },
          { date: '2026-03-09', value: 0 },
        ],
        total: 1,
        min: 0,
        max: 1,
        avg: 0.5,
      },
    },
  },
  'GET /api/v1/metrics/users/people': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: [
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T09:00:00.000Z',
          last_seen: '2026-03-08T10:00:00.000Z',
          events: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/users/raw': {
    query: { range: '2026-03-08,2026-03-09', limit: '1' },
    response: {
      data: [
        {
          device_id: 'd2',
          user_id: null,
          first_seen: '2026-03-09T09:00:00.000Z',
          last_seen: '2026-03-09T09:00:00.000Z',
          events: 1,
        },
      ],
      has_more: true,
      limit: 1,
      offset: 0,
    },
  },
}
