import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/data/properties': {
    body: { name: 'source', expression: "coalesce(utm_source, domain(referrer), 'direct')" },
    response: {
      data: {
        name: 'source',
        expression: "coalesce(utm_source, domain(referrer), 'direct')",
        description: null,
        id: 'prp_example1',
        workspace_id: 'ws_example1',
        type: 'text',
        created_by: 'usr_example1',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/data/properties': {
    response: {
      data: {
        properties: [
          {
            id: 'prp_example1',
            workspace_id: 'ws_example1',
            name: 'source',
            expression: "coalesce(utm_source, domain(referrer), 'direct')",
            description: null,
            type: 'text',
            created_by: 'usr_example1',
            created_at: '2026-03-10T12:00:00.000Z',
            updated_at: '2026-03-10T12:00:00.000Z',
          },
        ],
        functions: [
          { name: 'if', usage: 'if(condition, a, b)', summary: 'a where the condition holds, else b' },
          { name: 'coalesce', usage: 'coalesce(a, b, …)', summary: 'The first argument that has a value' },
        ],
      },
    },
  },
  'POST /api/v1/data/properties/preview': {
    body: { expression: "if(day_of_week(timestamp) >= 6, 'weekend', 'weekday')" },
    response: {
      data: {
        type: 'text',
        values: [
          { value: 'weekday', rows: 2 },
          { value: 'weekend', rows: 2 },
        ],
      },
    },
  },
  'PUT /api/v1/data/properties/:name': {
    params: { name: 'source' },
    body: { description: 'Where the visit came from' },
    response: {
      data: {
        id: 'prp_example1',
        workspace_id: 'ws_example1',
        name: 'source',
        expression: "coalesce(utm_source, domain(referrer), 'direct')",
        description: 'Where the visit came from',
        type: 'text',
        created_by: 'usr_example1',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'DELETE /api/v1/data/properties/:name': { params: { name: 'source' } },
}
