import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/events': {
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
  'GET /api/v1/metrics/events/people': {
    query: { range: '2026-03-08,2026-03-09' },
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
          last_seen: '2026-03-08T10:00:00.000Z',
          events: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/events/top': {
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: [
        { label: 'signup', count: 2 },
        { label: 'purchase', count: 1 },
      ],
      total_labels: 2,
    },
  },
  'GET /api/v1/metrics/events/top/people': {
    query: { range: '2026-03-08,2026-03-09' },
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
          last_seen: '2026-03-08T10:00:00.000Z',
          events: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/events/raw': {
    query: { range: '2026-03-08,2026-03-09', limit: '1' },
    response: {
      data: [
        {
          timestamp: '2026-03-09T09:00:00.000Z',
          event_name: 'signup',
          device_id: 'd2',
          session_id: 'auto_yxWdXIEEym96DTB7YHX1DL',
          user_id: null,
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
          properties: { plan: 'free' },
        },
      ],
      has_more: true,
      limit: 1,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/event/:name': {
    params: { name: 'purchase' },
    query: { range: '2026-03-08,2026-03-09' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1 },
          { date: '2026-03-09', value: 0 },
        ],
        total: 1,
        min: 0,
        max: 1,
        avg: 0.5,
      },
    },
  },
  'GET /api/v1/metrics/event/:name/people': {
    params: { name: 'purchase' },
    query: { range: '2026-03-08,2026-03-09' },
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
  'GET /api/v1/metrics/events/top/:name/raw': {
    params: { name: 'purchase' },
    query: { range: '2026-03-08,2026-03-09', limit: '1' },
    response: {
      data: [
        {
          timestamp: '2026-03-08T10:00:00.000Z',
          event_name: 'purchase',
          device_id: 'd1',
          session_id: 'auto_NfrvGWMOQW52tEkAseWUtZ',
          user_id: 'ann',
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
          properties: { plan: 'pro', total: 49 },
        },
      ],
      has_more: false,
      limit: 1,
      offset: 0,
    },
  },
  'GET /api/v1/metrics/events/properties': {
    query: { range: '2026-03-08,2026-03-09', event: 'purchase', property: 'plan' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1, dimension: 'pro' },
          { date: '2026-03-09', value: 0, dimension: 'pro' },
        ],
        total: 1,
        min: 0,
        max: 1,
        avg: 0.5,
      },
    },
  },
  'GET /api/v1/metrics/events/properties/people': {
    query: { range: '2026-03-08,2026-03-09', event: 'purchase', property: 'plan' },
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
  'GET /api/v1/metrics/events/custom': {
    query: { range: '2026-03-08,2026-03-09', property: 'total', metric: 'sum' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 49 },
          { date: '2026-03-09', value: 0 },
        ],
        total: 49,
        min: 0,
        max: 49,
        avg: 24.5,
      },
    },
  },
  'GET /api/v1/metrics/events/custom/people': {
    query: { range: '2026-03-08,2026-03-09', property: 'total', metric: 'sum' },
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
