import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/openapi.json': {
    response: {
      openapi: '3.1.0',
      info: {
        title: 'Sextant',
        version: '1',
        description: 'Exact answers over events, sessions, logs and metrics.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
    },
  },
}
