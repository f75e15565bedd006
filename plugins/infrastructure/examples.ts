import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/infrastructure': {
    query: { range: '2026-03-08,2026-03-09', name: 'cpu_seconds' },
    response: {
      data: { points: [{ date: '2026-03-09', value: 12.5 }], total: 12.5, min: 12.5, max: 12.5, avg: 12.5 },
    },
  },
  'GET /api/v1/metrics/infrastructure/names': {
    response: { data: [{ name: 'cpu_seconds', type: 'gauge', unit: null, labels: [] }] },
  },
}
