import { contractNumber, definePlugin } from '../../core/contract/index.js'
import { registerRoutes } from './routes.js'

/** The API's documentation page at /docs. */
export const docs = definePlugin({
  name: 'docs',
  contract: contractNumber,
  after: [],
  register: registerRoutes,
})
