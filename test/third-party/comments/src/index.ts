import { definePlugin, inWorkspace } from 'sextant/plugin'
import { cleanup } from './cleanup.js'
import { commentMaker, createCommentMaker } from './comment-maker.js'
import { registerRoutes } from './routes.js'
import { commentsLimit } from './settings.js'

/** Comments on saved questions, the tiles of boards. */
export const plugin = definePlugin({
  name: 'comments',
  contract: 1,
  after: ['auth', 'boards', 'audit'],
  register(host) {
    host.setting(commentsLimit)
    host.migrations(new URL('../migrations/', import.meta.url))
    host.service(commentMaker, createCommentMaker)
    host.job(cleanup)
    registerRoutes(host)
    host.page({
      key: 'comments',
      title: 'Comments',
      summary: 'What members say about saved questions',
      group: 'Analyze',
      icon: 'edit',
      path: '/comments',
      access: inWorkspace('viewer'),
      module: new URL('../page/comments.js', import.meta.url),
    })
  },
})
