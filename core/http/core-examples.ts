import type { RouteExamples } from '../contract/index.js'

/** Examples of this service’s own routes, written by test/http/examples. */
export const coreExamples: RouteExamples = {
  'GET /api/v1/metrics': {
    response: {
      data: [
        {
          key: 'dau',
          path: '/api/v1/metrics/dau',
          summary: 'Active users: distinct persons with an event in the bucket',
          unit: 'users',
          kind: 'distinct',
          answer: 'series',
          source: 'events',
          argument: null,
          people: '/api/v1/metrics/dau/people',
          fields: ['timestamp', 'event_name'],
          parameters: {
            type: 'object',
            properties: {
              range: {
                type: 'string',
                default: '30d',
                maxLength: 100,
                description:
                  'Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>',
              },
              timezone: { type: 'string', default: 'UTC', maxLength: 100, description: 'An IANA name' },
              filter: {
                type: 'string',
                minLength: 1,
                maxLength: 16000,
                description:
                  'A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}}',
              },
              breakdown: {
                type: 'string',
                minLength: 1,
                maxLength: 1000,
                description: 'A field to break the result down by',
              },
              breakdown_limit: {
                type: 'integer',
                default: 25,
                minimum: 1,
                maximum: 1000,
                description:
                  'The number of breakdown values reported separately; all others together are (other)',
              },
              audience: {
                type: 'string',
                minLength: 1,
                maxLength: 100,
                description: 'The id of an audience; only its persons are counted',
              },
              compare: {
                anyOf: [
                  { type: 'string', const: 'previous' },
                  { type: 'string', const: 'yoy' },
                ],
                description: 'Adds the same for the previous interval or the one a year earlier',
              },
              granularity: {
                type: 'string',
                default: 'daily',
                maxLength: 20,
                description: 'minute, hourly, daily, weekly, monthly, quarterly or yearly',
              },
            },
            additionalProperties: false,
          },
        },
        {
          key: 'wau',
          path: '/api/v1/metrics/wau',
          summary:
            'Weekly active users: distinct persons with an event in the 7 days up to the end of each bucket',
          unit: 'users',
          kind: 'distinct',
          answer: 'series',
          source: 'events',
          argument: null,
          people: '/api/v1/metrics/wau/people',
          fields: ['timestamp', 'event_name'],
          parameters: {
            type: 'object',
            properties: {
              range: {
                type: 'string',
                default: '30d',
                maxLength: 100,
                description:
                  'Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>',
              },
              timezone: { type: 'string', default: 'UTC', maxLength: 100, description: 'An IANA name' },
              filter: {
                type: 'string',
                minLength: 1,
                maxLength: 16000,
                description:
                  'A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}}',
              },
              breakdown: {
                type: 'string',
                minLength: 1,
                maxLength: 1000,
                description: 'A field to break the result down by',
              },
              breakdown_limit: {
                type: 'integer',
                default: 25,
                minimum: 1,
                maximum: 1000,
                description:
                  'The number of breakdown values reported separately; all others together are (other)',
              },
              audience: {
                type: 'string',
                minLength: 1,
                maxLength: 100,
                description: 'The id of an audience; only its persons are counted',
              },
              compare: {
                anyOf: [
                  { type: 'string', const: 'previous' },
                  { type: 'string', const: 'yoy' },
                ],
                description: 'Adds the same for the previous interval or the one a year earlier',
              },
              granularity: {
                type: 'string',
                default: 'daily',
                maxLength: 20,
                description: 'minute, hourly, daily, weekly, monthly, quarterly or yearly',
              },
            },
            additionalProperties: false,
          },
        },
      ],
    },
  },
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
  'GET /api/v1/metrics/explain': {
    query: { range: '2026-03-08,2026-03-09', metric: 'dau' },
    response: {
      data: [
        {
          plan: '{\n  "kind": "aggregate",\n  "input": { "kind": "scan", "source": "events", "from": 1772928000000, "to": 1773100800000 },\n  "by": {\n    "bucket": {\n      "kind": …',
          rules: [
            {
              rule: 'match-views',
              plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "rollup",\n    "inputs": [],\n    "options": {\n      "name": "device_slots",\n      "…',
            },
            {
              rule: 'distinct-to-bitmap',
              plan: '{\n  "kind": "select",\n  "input": {\n    "kind": "operator",\n    "operator": "presence",\n    "inputs": [\n      {\n        "kind": "operator",\n        "operator": "…',
            },
          ],
          views: [
            { name: 'event_slots', freshness: 'whole' },
            { name: 'device_slots', freshness: 'whole' },
          ],
          reads: ['device_slots'],
          statements: [
            {
              purpose: 'answer',
              text: 'SELECT (CASE WHEN (t6.`window` = {p3:Int64}) THEN CAST(NULL AS Nullable(Int64)) ELSE t6.`window` END) AS `bucket`, t6.`persons` AS `value` FROM (SELECT t5.`wind…',
              parameters: { p0: 20520, p1: 20522, p2: 20520, p3: 2 },
            },
          ],
        },
      ],
    },
  },
  'POST /api/v1/metrics/explain': {
    body: {
      path: '/api/v1/funnels',
      body: { steps: [{ event: 'signup' }, { event: 'purchase' }], range: '2026-03-08,2026-03-09' },
    },
    response: {
      data: [
        {
          plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "sequence",\n    "inputs": [\n      {\n        "kind": "where",\n        "input": { "k…',
          rules: [
            {
              rule: 'resolve-persons',
              plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "sequence",\n    "inputs": [\n      {\n        "kind": "where",\n        "input": {\n  …',
            },
            {
              rule: 'resolve-after-grouping',
              plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "sequence",\n    "inputs": [\n      {\n        "kind": "where",\n        "input": {\n  …',
            },
          ],
          views: [
            { name: 'event_slots', freshness: 'whole' },
            { name: 'device_slots', freshness: 'whole' },
          ],
          reads: [],
          statements: [
            {
              purpose: 'answer',
              text: 'SELECT sumOrNull((CASE WHEN (t9.`depth` >= {p9:Int64}) THEN {p10:Int64} ELSE {p11:Int64} END)) AS `count_1`, sumOrNull((CASE WHEN (t9.`depth` >= {p12:Int64}) TH…',
              parameters: {
                p0: 604800000,
                p1: 20520,
                p2: 20522,
                p3: 'signup',
                p4: 'purchase',
                p5: 'signup',
                p6: 'purchase',
                p7: 'signup',
                p8: 'purchase',
                p9: 1,
                p10: 1,
                p11: 0,
                p12: 2,
                p13: 1,
                p14: 0,
                p15: 1000,
                p16: 1000,
                p17: 1000,
              },
            },
          ],
        },
      ],
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
  'GET /api/v1/openapi.json': {},
  'GET /healthz': { response: { status: 'ok' } },
  'GET /readyz': { response: { status: 'ready', analytics: 'ok', records: 'ok' } },
  'GET /metrics': {},
}
