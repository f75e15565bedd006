import { contractNumber, definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { registerRoutes } from './routes.js'

/** The API's documentation page at /docs. */
export const docs = definePlugin({
  name: 'docs',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    registerRoutes(host)
  },
})
