import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /docs': {},
  'GET /docs/assets/:file': { params: { file: 'swagger-ui.css' } },
}
