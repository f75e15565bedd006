import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/data/sources': {
    response: {
      data: {
        sources: [
          { id: 'events', name: 'Events', description: 'custom events and page views', table: 'events_v1' },
          { id: 'logs', name: 'Logs', description: 'structured logs', table: 'logs_v1' },
        ],
      },
    },
  },
  'GET /api/v1/data/sources/:source/fields': {
    params: { source: 'logs' },
    response: {
      data: {
        source: 'logs',
        fields: [
          { name: 'timestamp', data_type: 'time', description: 'when it happened, UTC, to the millisecond' },
          {
            name: 'level',
            data_type: 'text',
            description: 'emergency, alert, critical, error, warning, notice, info, debug or trace',
          },
        ],
        sample: 1,
      },
    },
  },
  'GET /api/v1/data/sources/:source/values/:field': {
    params: { source: 'logs', field: 'level' },
    response: { data: { source: 'logs', field: 'level', values: ['error'], since: null } },
  },
  'POST /api/v1/data/query': {
    body: {
      query:
        'SELECT event_name, count() AS n FROM events_v1 WHERE timestamp >= {from:DateTime} GROUP BY 1 ORDER BY 1 LIMIT {most:Int64}',
      parameters: { from: '2026-01-01', most: 10 },
    },
    response: {
      columns: [
        { name: 'event_name', data_type: 'LowCardinality(String)' },
        { name: 'n', data_type: 'UInt64' },
      ],
      rows: [
        ['opened', 1],
        ['purchase', 1],
      ],
      row_count: 3,
      execution_time_ms: 3,
    },
  },
}
