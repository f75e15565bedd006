import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = { 'POST /prometheus/api/v1/write': { body: '\u0000' } }
