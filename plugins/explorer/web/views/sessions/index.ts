import { defineView } from '../../router/view.js'

export const sessions = defineView({
  path: '/sessions',
  title: 'Sessions',
  icon: 'sessions',
  group: 'Analyze',
  summary: 'The number of sessions, a ranking, and the latest sessions',
  load: async () => (await import('./sessions.js')).Sessions,
})
