import type { RouteExamples } from '../contract/index.js'

/** Examples of this service’s own routes, written by test/http/examples. */
export const coreExamples: RouteExamples = {
  'GET /api/v1/metrics/query': {
    query: { range: '2026-03-08,2026-03-09', metric: 'event:signup' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1 },
          { date: '2026-03-09', value: 1 },
        ],
        total: 2,
        min: 1,
        max: 1,
        avg: 1,
      },
    },
  },
  'GET /api/v1/metrics/query/people': {
    query: { range: '2026-03-08,2026-03-09', metric: 'event:signup' },
    response: {
      data: [
        {
          device_id: 'd2',
          user_id: null,
          first_seen: '2026-03-09T09:00:00.000Z',
          last_seen: '2026-03-09T09:00:00.000Z',
          events: 1,
        },
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T09:00:00.000Z',
          last_seen: '2026-03-08T09:00:00.000Z',
          events: 1,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/pages': {
    response: {
      data: [
        {
          key: 'jobs',
          plugin: 'jobs',
          title: 'Jobs',
          summary: 'The periodic work of the service',
          group: 'Manage',
          icon: 'clock',
          path: '/jobs',
          module: '/page-files/jobs/jobs/content-hash-1/jobs.js',
          styles: [],
        },
      ],
    },
  },
  'GET /healthz': { response: { status: 'ok' } },
  'GET /readyz': { response: { status: 'ready', analytics: 'ok', records: 'ok' } },
  'GET /metrics': {
    response:
      '# HELP process_cpu_user_seconds_total Total user CPU time spent in seconds.\n# TYPE process_cpu_user_seconds_total counter\n…',
  },
}
