import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/metrics/formula': {
    body: {
      series: [
        { metric: 'event:purchase', filters: [{ field: 'plan', operator: 'eq', value: 'pro' }] },
        { metric: 'dau' },
      ],
      formula: 'A / B',
      range: '2026-03-08,2026-03-09',
      compare: 'previous',
    },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1 },
          { date: '2026-03-09', value: 0 },
        ],
        total: 0.5,
        min: 0,
        max: 1,
        avg: 0.5,
        comparison: {
          previous_total: 0,
          change: 0.5,
          percent_change: 100,
          previous_points: [
            { date: '2026-03-06', value: 0 },
            { date: '2026-03-07', value: 0 },
          ],
          previous_range: { from: '2026-03-06', to: '2026-03-07' },
        },
      },
    },
  },
}
