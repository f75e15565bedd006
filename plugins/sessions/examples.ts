import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/sessions': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 2 },
          { date: '2026-03-09', value: 1 },
        ],
        total: 3,
        min: 1,
        max: 2,
        avg: 1.5,
      },
    },
  },
  'GET /api/v1/metrics/sessions/people': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: [
        {
          device_id: 'd2',
          user_id: null,
          first_seen: '2026-03-09T09:00:00.000Z',
          last_seen: '2026-03-09T09:00:00.000Z',
          sessions: 1,
        },
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T09:00:00.000Z',
          last_seen: '2026-03-08T10:00:00.000Z',
          sessions: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/sessions/unique': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 2 },
          { date: '2026-03-09', value: 1 },
        ],
        total: 3,
        min: 1,
        max: 2,
        avg: 1.5,
      },
    },
  },
  'GET /api/v1/metrics/sessions/unique/people': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: [
        {
          device_id: 'd2',
          user_id: null,
          first_seen: '2026-03-09T09:00:00.000Z',
          last_seen: '2026-03-09T09:00:00.000Z',
          sessions: 1,
        },
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T09:00:00.000Z',
          last_seen: '2026-03-08T10:00:00.000Z',
          sessions: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/sessions/top': {
    query: { range: '2026-03-08,2026-03-09' },
    response: { data: [{ label: '(none)', count: 3 }], total_labels: 1 },
  },
  'GET /api/v1/metrics/sessions/top/people': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: [
        {
          device_id: 'd2',
          user_id: null,
          first_seen: '2026-03-09T09:00:00.000Z',
          last_seen: '2026-03-09T09:00:00.000Z',
          sessions: 1,
        },
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T09:00:00.000Z',
          last_seen: '2026-03-08T10:00:00.000Z',
          sessions: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/sessions/raw': {
    query: { range: '2026-03-08,2026-03-09', limit: '1' },
    response: {
      data: [
        {
          session_id: 'auto_yxWdXIEEym96DTB7YHX1DL',
          device_id: 'd2',
          user_id: null,
          started_at: '2026-03-09T09:00:00.000Z',
          ended_at: '2026-03-09T09:00:00.000Z',
          duration_seconds: 0,
          events: 1,
          entry_event: 'signup',
          exit_event: 'signup',
          device_type: null,
          os: null,
          os_version: null,
          browser: null,
          browser_version: null,
          platform: null,
          app_version: null,
          country: null,
          region: null,
          city: null,
          locale: null,
          referrer: null,
          utm_source: null,
          utm_medium: null,
          utm_campaign: null,
        },
      ],
      has_more: true,
      limit: 1,
      offset: 0,
    },
  },
}
