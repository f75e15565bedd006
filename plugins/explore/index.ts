import { contractNumber, definePlugin } from '../../core/contract/index.js'
import { registerQueryRoute } from './query-route.js'
import { registerSourceRoutes } from './source-routes.js'

/** SQL of members over their own data, and what data there is. */
export const explore = definePlugin({
  name: 'explore',
  contract: contractNumber,
  after: [],
  register(host) {
    registerQueryRoute(host)
    registerSourceRoutes(host)
  },
})
