import type { RouteExamples } from '../../core/contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/people/profiles': {
    body: { people: [{ device_id: 'd1', user_id: 'ann' }] },
    response: {
      data: {
        people: [
          {
            device_id: 'd1',
            user_id: 'ann',
            traits: {},
            devices: [{ device_id: 'd1', linked_at: '2026-03-08T10:00:00.000Z' }],
          },
        ],
      },
    },
  },
}
