import { contractNumber, definePlugin } from '../../core/contract/index.js'
import { createRollupService, rollupService } from './service.js'
import { registerRoutes } from './routes.js'

/** Looks after the compact copies of a workspace's events: are they whole, and do they say the same. */
export const rollupsPlugin = definePlugin({
  name: 'rollups',
  contract: contractNumber,
  after: [],
  register(host) {
    host.service(rollupService, ({ analytics }) => createRollupService(analytics))
    registerRoutes(host)
  },
})
