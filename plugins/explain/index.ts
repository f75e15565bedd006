import { contractNumber, definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { registerRoutes } from './routes.js'

/** Shows how the storage would answer a query. */
export const explain = definePlugin({
  name: 'explain',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    registerRoutes(host)
  },
})
