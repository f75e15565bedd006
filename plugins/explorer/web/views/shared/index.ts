import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const sharedBoard = defineView({
  path: '/shared/:token',
  title: viewsText.sharedBoard,
  icon: 'board',
  access: 'public',
  summary: viewsText.aBoardByItsPublicLink,
  load: async () => (await import('./shared.js')).SharedBoard,
})
