import { contractNumber, definePlugin } from '../../core/contract/index.js'
import { createPipeline, ingestPipeline } from './pipeline.js'
import { registerRoutes } from './routes.js'

/** POST /v1/events and POST /v1/logs, and the pipeline through which all data reaches the store. */
export const ingest = definePlugin({
  name: 'ingest',
  contract: contractNumber,
  after: [],
  register(host) {
    host.service(ingestPipeline, ({ analytics, clock, log }) =>
      createPipeline({ append: (workspace, batch) => analytics.append(workspace, batch), clock, log }),
    )
    registerRoutes(host)
  },
})
