import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/funnels': {
    body: {
      steps: [{ event: 'signup' }, { event: 'purchase' }],
      range: '2026-03-08,2026-03-09',
      breakdown: 'plan',
    },
    response: {
      data: {
        steps: [
          {
            step: 1,
            event: 'signup',
            count: 2,
            overall_rate: 1,
            step_rate: 1,
            drop_off: 0,
            avg_seconds: null,
            median_seconds: null,
            p90_seconds: null,
          },
          {
            step: 2,
            event: 'purchase',
            count: 1,
            overall_rate: 0.5,
            step_rate: 0.5,
            drop_off: 1,
            avg_seconds: 3600,
            median_seconds: 3600,
            p90_seconds: 3600,
          },
        ],
        overall_conversion: 0.5,
        breakdowns: [
          {
            dimension: '(none)',
            steps: [
              {
                step: 1,
                event: 'signup',
                count: 1,
                overall_rate: 1,
                step_rate: 1,
                drop_off: 0,
                avg_seconds: null,
                median_seconds: null,
                p90_seconds: null,
              },
              {
                step: 2,
                event: 'purchase',
                count: 1,
                overall_rate: 1,
                step_rate: 1,
                drop_off: 0,
                avg_seconds: 3600,
                median_seconds: 3600,
                p90_seconds: 3600,
              },
            ],
            overall_conversion: 1,
          },
          {
            dimension: 'free',
            steps: [
              {
                step: 1,
                event: 'signup',
                count: 1,
                overall_rate: 1,
                step_rate: 1,
                drop_off: 0,
                avg_seconds: null,
                median_seconds: null,
                p90_seconds: null,
              },
              {
                step: 2,
                event: 'purchase',
                count: 0,
                overall_rate: 0,
                step_rate: 0,
                drop_off: 1,
                avg_seconds: null,
                median_seconds: null,
                p90_seconds: null,
              },
            ],
            overall_conversion: 0,
          },
        ],
      },
    },
  },
  'POST /api/v1/funnels/trend': {
    body: { steps: [{ event: 'signup' }, { event: 'purchase' }], range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1, entered: 1, converted: 1 },
          { date: '2026-03-09', value: 0, entered: 1, converted: 0 },
        ],
        total: 0.5,
        min: 0,
        max: 1,
        avg: 0.5,
      },
    },
  },
  'POST /api/v1/funnels/people': {
    body: {
      steps: [{ event: 'signup' }, { event: 'purchase' }],
      range: '2026-03-08,2026-03-09',
      step: 2,
      outcome: 'dropped',
    },
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
