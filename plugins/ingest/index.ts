import {
  clientTimes,
  contractNumber,
  definePlugin,
  geoLookup,
  ingestService,
  propertyCatalogue,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { eventReader, eventReading } from './agent-line.js'
import { announcing } from './announce.js'
import { batchRuns, createBatchRuns } from './batch-runs.js'
import { cataloguing } from './cataloguing.js'
import { ingestClientTimes } from './client-times.js'
import { enriching } from './enrich.js'
import { createPipeline, ingestPipeline } from './pipeline.js'
import { registerRoutes } from './routes.js'
import { createIngest } from './service.js'

/** POST /v1/events, /v1/logs and /v1/metrics, and the pipeline through which all data is stored. */
export const ingest = definePlugin({
  name: 'ingest',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.service(eventReading, (dependencies) => ({ read: eventReader(dependencies.find(geoLookup)) }))
    host.service(ingestPipeline, (dependencies) => {
      const { analytics, clock, log, loadGuard, emit } = dependencies
      const catalogue = dependencies.find(propertyCatalogue)
      const stored = announcing((...batch) => analytics.append(...batch), emit)
      const append = cataloguing(stored, catalogue)
      return createPipeline({
        ...{ clock, log, loadGuard, catalogue },
        append: enriching({ analytics: { ...analytics, append }, clock }),
      })
    })
    host.service(clientTimes, () => ingestClientTimes)
    host.service(batchRuns, () => createBatchRuns())
    host.service(ingestService, (dependencies) =>
      createIngest(dependencies.use(ingestPipeline), dependencies.use(eventReading)),
    )
    registerRoutes(host)
  },
})
