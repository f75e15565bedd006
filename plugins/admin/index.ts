import { arrivals, contractNumber, definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { createArrivals } from './invites/arrivals.js'
import { registerPublicInviteRoutes } from './invites/public-routes.js'
import { registerInviteRoutes } from './invites/routes.js'
import { createInvites, invites } from './invites/invites.js'
import { registerKeyRoutes } from './keys/routes.js'
import { createKeys, keys } from './keys/keys.js'
import { createMemberships, memberships } from './memberships.js'
import { adminSettings } from './settings.js'
import { registerUserRoutes } from './users/routes.js'
import { createUsers, users } from './users/users.js'
import { workspaceCheck } from './workspaces/check.js'
import { registerWorkspaceRoutes } from './workspaces/routes.js'
import { createWorkspaces, workspaces } from './workspaces/workspaces.js'

/** Workspaces, their keys and members, and invites. Most tables belong to the plugin `auth`, which reads them for every request. */
export const admin = definePlugin({
  name: 'admin',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    for (const setting of adminSettings) host.setting(setting)
    host.examples(examples)
    host.migrations(new URL('./migrations/', import.meta.url))
    host.service(workspaces, createWorkspaces)
    host.service(keys, createKeys)
    host.service(users, createUsers)
    host.service(invites, createInvites)
    host.service(arrivals, createArrivals)
    host.service(memberships, createMemberships)
    host.check(workspaceCheck)
    host.job({
      name: 'deleted-workspaces',
      summary: 'Removes data that failed deletions of workspaces left',
      every: 3_600,
      timeout: 600,
      run: ({ use }) => use(workspaces).finishDeletions(),
    })
    registerWorkspaceRoutes(host)
    registerKeyRoutes(host)
    registerUserRoutes(host)
    registerInviteRoutes(host)
    registerPublicInviteRoutes(host)
  },
})
