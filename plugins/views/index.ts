import { contractNumber, definePlugin } from '../../contract/index.js'
import { viewCheck } from './check.js'
import { viewCommands } from './commands.js'
import { examples } from './examples.js'
import { createViewService, viewService } from './service.js'
import { registerRoutes } from './routes.js'

/** Checks and rebuilds the materialized views of a workspace. */
export const viewsPlugin = definePlugin({
  name: 'views',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.service(viewService, ({ analytics }) => createViewService(analytics))
    host.command(viewCommands)
    host.check(viewCheck)
    registerRoutes(host)
  },
})
