import { contractNumber, definePlugin } from '../../core/contract/index.js'
import { registerKeyRoutes } from './key-routes.js'
import { createKeys, keys } from './keys.js'
import { registerWorkspaceRoutes } from './workspace-routes.js'
import { createWorkspaces, workspaces } from './workspaces.js'

/** Workspaces and their keys. The tables are the plugin auth's, which reads them with every request. */
export const admin = definePlugin({
  name: 'admin',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.service(workspaces, createWorkspaces)
    host.service(keys, createKeys)
    registerWorkspaceRoutes(host)
    registerKeyRoutes(host)
  },
})
