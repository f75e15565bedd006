import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const sessions = defineView({
  path: '/sessions',
  title: viewsText.sessions,
  icon: 'sessions',
  group: 'Analyze',
  summary: viewsText.theNumberOfSessionsARanking,
  load: async () => (await import('./sessions.js')).Sessions,
})
