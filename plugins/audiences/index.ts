import { contractNumber, definePlugin, purgeJob } from '../../contract/index.js'
import { examples } from './examples.js'
import { audienceKeeper, createAudienceKeeper } from './audience-keeper.js'
import { purgeDeleted } from './audiences-repository.js'
import { registerChangeRoutes } from './change-routes.js'
import { registerHistoryRoutes } from './history-routes.js'
import { registerPeopleRoutes } from './people-routes.js'
import { registerReadRoutes } from './read-routes.js'

/** Saved groups of persons; `audience` and `audience_id` restrict a question to one. */
export const audiences = definePlugin({
  name: 'audiences',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(audienceKeeper, createAudienceKeeper)
    host.job(
      purgeJob(
        'deleted-audiences',
        'Removes audiences that were deleted more than ten minutes ago',
        purgeDeleted,
      ),
    )
    registerReadRoutes(host)
    registerChangeRoutes(host)
    registerHistoryRoutes(host)
    registerPeopleRoutes(host)
  },
})
