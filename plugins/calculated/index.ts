import { contractNumber, definePlugin } from '../../contract/index.js'
import { registerChangeRoutes } from './change-routes.js'
import { examples } from './examples.js'
import { createPropertyKeeper, propertyKeeper } from './property-keeper.js'
import { registerReadRoutes } from './read-routes.js'

/** Fields of events that expressions define: `calc.<name>`, wherever a field is. */
export const calculated = definePlugin({
  name: 'calculated',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(propertyKeeper, createPropertyKeeper)
    registerReadRoutes(host)
    registerChangeRoutes(host)
  },
})
