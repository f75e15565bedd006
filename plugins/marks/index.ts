import { contractNumber, definePlugin, purgeJob } from '../../contract/index.js'
import { examples } from './examples.js'
import { registerChangeRoutes } from './change-routes.js'
import { createMarkMaker, markMaker } from './mark-maker.js'
import { purgeDeleted } from './marks-repository.js'
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
    host.job(
      purgeJob('deleted-marks', 'Removes marks that were deleted more than ten minutes ago', purgeDeleted),
    )
    registerReadRoutes(host)
    registerChangeRoutes(host)
  },
})
