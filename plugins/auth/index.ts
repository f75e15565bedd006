import {
  accessControl,
  contractNumber,
  definePlugin,
  outsideTokens,
  tryCounter,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { createAccessControl } from './access-control.js'
import { accounts, createAccounts } from './accounts.js'
import { registerCleanup } from './cleanup.js'
import { createCredentials, credentials } from './credentials.js'
import { createOutsideTokens } from './outside-tokens.js'
import { createPasswordKeeper, passwordKeeper } from './password-keeper.js'
import { registerPasswordRoute } from './password-route.js'
import { registerResetRoutes } from './reset-routes.js'
import { createResets, resets } from './resets.js'
import { registerRoutes } from './routes.js'
import { authSettings } from './settings.js'
import { createTryCounter } from './try-counter.js'
import { userCommands } from './user-command.js'

/** Users, sessions and passwords, and the service that admits credentials: their caller, workspace and role. */
export const auth = definePlugin({
  name: 'auth',
  contract: contractNumber,
  after: [],
  register(host) {
    for (const setting of authSettings) host.setting(setting)
    host.examples(examples)
    host.migrations(new URL('./migrations/', import.meta.url))
    host.service(accessControl, createAccessControl)
    host.service(tryCounter, createTryCounter)
    host.service(outsideTokens, ({ settings }) => createOutsideTokens(settings))
    host.service(passwordKeeper, createPasswordKeeper)
    host.service(resets, (dependencies) => createResets(dependencies))
    host.service(credentials, createCredentials)
    host.service(accounts, createAccounts)
    host.command(userCommands)
    registerCleanup(host)
    registerRoutes(host)
    registerPasswordRoute(host)
    registerResetRoutes(host)
  },
})
