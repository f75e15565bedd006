import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /segment/v1/:call': {
    params: { call: 'track' },
    body: { event: 'opened', userId: 'bob' },
    response: { success: true },
  },
  'POST /v1/batch': { body: { batch: [] }, response: { success: true } },
  'POST /v1/import': { body: { batch: [] }, response: { success: true } },
  'GET /segment/v1/projects/:key/settings': {
    params: { key: 'none' },
    response: {
      integrations: {
        'Segment.io': {
          apiKey: 'none',
          apiHost: 'localhost:8080/segment/v1',
          protocol: 'http',
          addBundledMetadata: false,
        },
      },
      plan: {
        track: { __default: { enabled: true, integrations: {} } },
        identify: { __default: { enabled: true, integrations: {} } },
        group: { __default: { enabled: true, integrations: {} } },
      },
      analyticsNextEnabled: true,
      edgeFunction: {},
      enabledMiddleware: {},
      middlewareSettings: {},
      remotePlugins: [],
      legacyVideoPluginsEnabled: false,
      metrics: { sampleRate: 0 },
    },
  },
}
