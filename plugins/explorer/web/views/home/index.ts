import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

/** The first view after the sign-in. */
export const home = defineView({
  path: '/',
  title: viewsText.home,
  icon: 'home',
  group: 'Analyze',
  summary: viewsText.theWorkspaceAtAGlance,
  load: async () => (await import('./home.js')).Home,
})
