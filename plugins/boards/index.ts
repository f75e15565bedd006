import { contractNumber, definePlugin, linkControl } from '../../core/contract/index.js'
import { boardKeeper, createBoardKeeper } from './board-keeper.js'
import { registerChangeRoutes } from './change-routes.js'
import { createLinkControl } from './link-control.js'
import { createLinkKeeper, linkKeeper } from './link-keeper.js'
import { registerLinkRoutes } from './link-routes.js'
import { registerPublicRoutes } from './public-routes.js'
import { registerReadRoutes } from './read-routes.js'
import { createTileKeeper, tileKeeper } from './tile-keeper.js'
import { registerTileRoutes } from './tile-routes.js'

/** Boards of saved questions, for the members of a workspace and, by public links, for anyone. */
export const boards = definePlugin({
  name: 'boards',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(boardKeeper, createBoardKeeper)
    host.service(tileKeeper, createTileKeeper)
    host.service(linkKeeper, (parts) => createLinkKeeper(parts))
    host.service(linkControl, createLinkControl)
    registerReadRoutes(host)
    registerChangeRoutes(host)
    registerTileRoutes(host)
    registerLinkRoutes(host)
    registerPublicRoutes(host)
  },
})
