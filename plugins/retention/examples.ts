import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/retention': {
    body: { range: '2026-03-08,2026-03-09', granularity: 'daily', periods: 2, start_event: 'signup' },
    response: {
      data: {
        cohorts: [
          { cohort_date: '2026-03-08', cohort_size: 1, retention: [1, 0], counts: [1, 0] },
          { cohort_date: '2026-03-09', cohort_size: 1, retention: [1], counts: [1] },
        ],
        averages: [1, 0],
        weighted_averages: [1, 0],
        granularity: 'day',
        periods: 2,
      },
    },
  },
  'POST /api/v1/retention/people': {
    body: {
      range: '2026-03-08,2026-03-09',
      granularity: 'daily',
      periods: 2,
      start_event: 'signup',
      cohort_date: '2026-03-08',
      period: 0,
    },
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
}
