import { contractNumber, definePlugin } from '../../contract/index.js'
import { createDictionaryKeeper, dictionaryKeeper } from './dictionary-keeper.js'
import { kinds } from './entry.js'
import { registerEntryRoutes } from './entry-routes.js'
import { examples } from './examples.js'
import { registerFileRoutes } from './file-routes.js'
import { registerViolationRoutes } from './violation-routes.js'

/** What events and properties mean and should be, and the events that violate it. */
export const dictionary = definePlugin({
  name: 'dictionary',
  contract: contractNumber,
  after: ['auth', 'audit'],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(dictionaryKeeper, createDictionaryKeeper)
    for (const kind of kinds) registerEntryRoutes(host, kind)
    registerFileRoutes(host)
    registerViolationRoutes(host)
  },
})
