import {
  contractNumber,
  definePlugin,
  publicLinkControl,
  purgeJob,
  savedQuestions,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { boardKeeper, createBoardKeeper } from './board-keeper.js'
import { purgeDeleted } from './boards-repository.js'
import { registerChangeRoutes } from './change-routes.js'
import { createHistoryKeeper, historyKeeper } from './history-keeper.js'
import { registerHistoryRoutes } from './history-routes.js'
import { createPublicLinkControl } from './public-link-control.js'
import { createPublicLinkKeeper, publicLinkKeeper } from './public-link-keeper.js'
import { registerPublicLinkRoutes } from './public-link-routes.js'
import { registerPublicRoutes } from './public-routes.js'
import { registerReadRoutes } from './read-routes.js'
import { registerRestoreRoutes } from './restore-routes.js'
import { createSavedQuestions } from './saved-questions.js'
import { publicRateLimit } from './settings.js'
import { createTileKeeper, tileKeeper } from './tile-keeper.js'
import { createTileQuestions, tileQuestions } from './tile-questions.js'
import { registerTileRoutes } from './tile-routes.js'

/** Boards of saved questions, for the members of a workspace and, by public links, for anyone. */
export const boards = definePlugin({
  name: 'boards',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.setting(publicRateLimit)
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(boardKeeper, createBoardKeeper)
    host.service(tileKeeper, createTileKeeper)
    host.service(historyKeeper, createHistoryKeeper)
    host.service(tileQuestions, createTileQuestions)
    host.service(publicLinkKeeper, (dependencies) => createPublicLinkKeeper(dependencies))
    host.service(publicLinkControl, createPublicLinkControl)
    host.service(savedQuestions, createSavedQuestions)
    host.job(
      purgeJob(
        'deleted-boards',
        'Removes boards and tiles that were deleted more than ten minutes ago',
        purgeDeleted,
      ),
    )
    registerReadRoutes(host)
    registerChangeRoutes(host)
    registerTileRoutes(host)
    registerRestoreRoutes(host)
    registerHistoryRoutes(host)
    registerPublicLinkRoutes(host)
    registerPublicRoutes(host)
  },
})
