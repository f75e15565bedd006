import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /otlp/v1/logs': { body: { resourceLogs: [] }, response: {} },
  'POST /otlp/v1/metrics': { body: { resourceMetrics: [] }, response: {} },
  'POST /otlp/v1/traces': { body: { resourceSpans: [] }, response: {} },
}
