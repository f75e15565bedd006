import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/metrics/grouped': {
    body: {
      group_by: 'plan',
      range: '2026-03-08,2026-03-09',
      size: { type: 'count' },
      intensity: { type: 'avg_per_actor' },
      event: 'purchase',
    },
    response: {
      data: {
        groups: [{ group: 'pro', size: 1, intensity: 1, children: [] }],
        total_size: 1,
        size_label: 'Events',
        intensity_label: 'Events per user',
        intensity_min: 1,
        intensity_max: 1,
      },
    },
  },
  'POST /api/v1/metrics/grouped/people': {
    body: {
      group_by: 'plan',
      range: '2026-03-08,2026-03-09',
      size: { type: 'count' },
      intensity: { type: 'avg_per_actor' },
      event: 'purchase',
      group: 'pro',
    },
    response: {
      data: [
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T10:00:00.000Z',
          last_seen: '2026-03-08T10:00:00.000Z',
          events: 1,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
}
