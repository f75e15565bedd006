import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics': {
    response: {
      data: [
        {
          key: 'dau',
          title: 'Active people per day',
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
                  'Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two time…',
              },
              timezone: {
                type: 'string',
                maxLength: 100,
                description: 'An IANA name; the workspace’s by default',
              },
              week_start: {
                anyOf: [
                  { type: 'string', const: 'monday' },
                  { type: 'string', const: 'sunday' },
                ],
                description: 'The first day of the week; the workspace’s by default',
              },
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
              breakdown_bins: {
                type: 'string',
                minLength: 1,
                maxLength: 2000,
                description:
                  'Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width',
              },
              breakdowns: {
                type: 'string',
                minLength: 1,
                maxLength: 16000,
                description:
                  'Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead',
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
                type: 'string',
                minLength: 1,
                maxLength: 100,
                description:
                  'Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range',
              },
              granularity: {
                type: 'string',
                default: 'daily',
                maxLength: 20,
                description: 'minute, hourly, daily, weekly, monthly, quarterly or yearly',
              },
              actor: {
                type: 'string',
                default: 'person',
                minLength: 1,
                maxLength: 110,
                description:
                  'Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count',
              },
            },
            additionalProperties: false,
          },
        },
        {
          key: 'wau',
          title: 'Active people per week',
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
                  'Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two time…',
              },
              timezone: {
                type: 'string',
                maxLength: 100,
                description: 'An IANA name; the workspace’s by default',
              },
              week_start: {
                anyOf: [
                  { type: 'string', const: 'monday' },
                  { type: 'string', const: 'sunday' },
                ],
                description: 'The first day of the week; the workspace’s by default',
              },
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
              breakdown_bins: {
                type: 'string',
                minLength: 1,
                maxLength: 2000,
                description:
                  'Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width',
              },
              breakdowns: {
                type: 'string',
                minLength: 1,
                maxLength: 16000,
                description:
                  'Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead',
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
                type: 'string',
                minLength: 1,
                maxLength: 100,
                description:
                  'Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range',
              },
              granularity: {
                type: 'string',
                default: 'daily',
                maxLength: 20,
                description: 'minute, hourly, daily, weekly, monthly, quarterly or yearly',
              },
              actor: {
                type: 'string',
                default: 'person',
                minLength: 1,
                maxLength: 110,
                description:
                  'Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count',
              },
            },
            additionalProperties: false,
          },
        },
      ],
    },
  },
}
