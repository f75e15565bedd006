import type { RouteExamples } from '../../core/contract/index.js'

/** Examples of this plugin’s routes. */
export const examples: RouteExamples = {
  'GET /api/v1/channels': {
    response: {
      data: [
        {
          name: 'log',
          summary: 'A line in the log of the service',
          settings: { type: 'object', required: [], properties: {} },
        },
      ],
    },
  },
  'GET /api/v1/admin/messages': {
    query: { limit: '1' },
    response: {
      data: [
        {
          id: 'msg_example1',
          channel: 'webhook',
          type: 'alert.firing',
          severity: 'critical',
          title: 'Sign-ups fell',
          attempts: 2,
          next_at: null,
          outcome: 'delivered',
          error: null,
          created_at: '2026-03-10T12:00:00.000Z',
          ended_at: '2026-03-10T12:00:05.000Z',
        },
      ],
    },
  },
}
