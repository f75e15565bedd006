import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/channels': {
    response: {
      data: [
        {
          name: 'log',
          summary: 'A line in the log of the service',
          settings: { type: 'object', properties: {} },
        },
        {
          name: 'webhook',
          summary: 'An HTTP POST with JSON to an address of yours, signed as Standard Webhooks',
          settings: {
            type: 'object',
            required: ['url', 'secret'],
            properties: {
              url: { type: 'string', maxLength: 2000, description: 'An http or https address' },
              secret: {
                type: 'string',
                minLength: 16,
                maxLength: 200,
                writeOnly: true,
                description: 'Signs the requests; a receiver checks it by any library of Standard Webhooks',
              },
            },
          },
        },
      ],
    },
  },
  'GET /api/v1/admin/messages': { response: { data: [] } },
}
