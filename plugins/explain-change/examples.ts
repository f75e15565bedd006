import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/metrics/explain-change': {
    body: {
      metric: 'events',
      before: '2026-03-08,2026-03-08',
      after: '2026-03-09,2026-03-09',
      fields: ['event_name'],
    },
    response: {
      data: {
        before: 2,
        after: 1,
        change: -1,
        before_range: { from: '2026-03-08', to: '2026-03-08' },
        after_range: { from: '2026-03-09', to: '2026-03-09' },
        fields: [
          {
            field: 'event_name',
            share: 1,
            values: [
              { value: 'purchase', before: 1, after: 0, change: -1, share: 1 },
              { value: 'signup', before: 1, after: 1, change: 0, share: 0 },
            ],
          },
        ],
      },
    },
  },
}
