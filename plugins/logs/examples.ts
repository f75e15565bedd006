import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/logs': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 0 },
          { date: '2026-03-09', value: 1 },
        ],
        total: 1,
        min: 0,
        max: 1,
        avg: 0.5,
      },
    },
  },
  'GET /api/v1/metrics/logs/raw': {
    query: { range: '2026-03-08,2026-03-09', limit: '1' },
    response: {
      data: [
        {
          timestamp: '2026-03-09T09:00:00.000Z',
          level: 'error',
          service: 'shop',
          source: null,
          message: { message: 'Payment failed' },
          session_id: null,
        },
      ],
      has_more: false,
      limit: 1,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/logs/top': {
    query: { range: '2026-03-08,2026-03-09' },
    response: { data: [{ label: 'error', count: 1 }], total_labels: 1 },
  },
}
