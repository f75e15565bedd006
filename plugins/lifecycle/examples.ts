import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/lifecycle': {
    query: { range: '2026-03-09,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-09', value: 1, dimension: 'new' },
          { date: '2026-03-09', value: 0, dimension: 'returning' },
        ],
        total: 1,
        min: 0,
        max: 1,
        avg: 0.3333333333333333,
      },
    },
  },
  'GET /api/v1/metrics/lifecycle/people': {
    query: { range: '2026-03-09,2026-03-09', date: '2026-03-09', dimension: 'new' },
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
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
}
