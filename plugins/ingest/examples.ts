import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /v1/events': {
    body: [
      { event: 'signup', device_id: 'd1', user_id: 'ann', timestamp: '2026-03-08T09:00:00.000Z' },
      {
        event: 'purchase',
        device_id: 'd1',
        user_id: 'ann',
        timestamp: '2026-03-08T10:00:00.000Z',
        properties: { plan: 'pro', total: 49 },
      },
      {
        event: 'signup',
        device_id: 'd2',
        timestamp: '2026-03-09T09:00:00.000Z',
        properties: { plan: 'free' },
      },
    ],
    response: { accepted: 3, request_id: 'req_example1' },
  },
  'POST /v1/logs': {
    body: [
      { level: 'error', service: 'shop', message: 'Payment failed', timestamp: '2026-03-09T09:00:00.000Z' },
    ],
    response: { accepted: 1, request_id: 'req_example2' },
  },
  'POST /v1/metrics': {
    body: [{ name: 'cpu_seconds', value: 12.5, timestamp: '2026-03-09T09:00:00.000Z' }],
    response: { accepted: 1, request_id: 'req_example3' },
  },
}
