import type { Step } from './step.js'

const at = (day: number, hour: number) =>
  `2026-03-${day < 10 ? '0' : ''}${day}T${hour < 10 ? '0' : ''}${hour}:00:00.000Z`
const as = 'ingest'

/** Two persons who sign up, one who buys. */
const events = [
  { event: 'signup', device_id: 'd1', user_id: 'ann', timestamp: at(8, 9) },
  {
    event: 'purchase',
    device_id: 'd1',
    user_id: 'ann',
    timestamp: at(8, 10),
    properties: { plan: 'pro', total: 49 },
  },
  { event: 'signup', device_id: 'd2', timestamp: at(9, 9), properties: { plan: 'free' } },
]

export const ingestSteps: readonly Step[] = [
  { route: 'POST /v1/events', as, body: events },
  {
    route: 'POST /v1/logs',
    as,
    body: [{ level: 'error', service: 'shop', message: 'Payment failed', timestamp: at(9, 9) }],
  },
  { route: 'POST /v1/metrics', as, body: [{ name: 'cpu_seconds', value: 12.5, timestamp: at(9, 9) }] },
  { route: 'POST /otlp/v1/logs', as, body: { resourceLogs: [] } },
  { route: 'POST /otlp/v1/metrics', as, body: { resourceMetrics: [] } },
  { route: 'POST /otlp/v1/traces', as, body: { resourceSpans: [] } },
  { route: 'POST /prometheus/api/v1/write', as, bytes: Buffer.of(0) },
  {
    route: 'POST /segment/v1/:call',
    as,
    params: { call: 'track' },
    body: { event: 'opened', userId: 'bob' },
  },
  ...['batch', 'import'].map((path): Step => ({ route: `POST /v1/${path}`, as, body: { batch: [] } })),
  { route: 'GET /segment/v1/projects/:key/settings', as, params: { key: 'none' } },
  ...['batch', 'capture', 'e', 'track', 'i/v0/e', 'i/v0/ai/batch', 'i/v1/analytics/events'].map(
    (path): Step => ({ route: `POST /posthog/${path}`, as, body: { batch: [] } }),
  ),
  { route: 'POST /posthog/flags', as, body: {} },
  { route: 'POST /posthog/decide', as, body: {} },
  { route: 'GET /posthog/array/:key/config', as, params: { key: 'none' } },
  { route: 'GET /posthog/array/:key/config.js', as, params: { key: 'none' } },
  { route: 'GET /posthog/flags/definitions', as: 'nobody' },
  { route: 'GET /posthog/api/feature_flag/local_evaluation', as: 'nobody' },
]
