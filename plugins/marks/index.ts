import { contractNumber, definePlugin } from '../../core/contract/index.js'
import { examples } from './examples.js'
import { registerChangeRoutes } from './change-routes.js'
import { createMarkMaker, markMaker } from './mark-maker.js'
import { registerReadRoutes } from './read-routes.js'

/** Notes on the time line: releases, news, incidents. */
export const marks = definePlugin({
  name: 'marks',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(markMaker, createMarkMaker)
    registerReadRoutes(host)
    registerChangeRoutes(host)
  },
})
