import { defineView } from '../../router/view.js'

export const sessions = defineView({
  path: '/sessions',
  title: 'Sessions',
  icon: 'sessions',
  group: 'Analyze',
  summary: 'How many visits there are, of what kind, and the latest of them',
  load: async () => (await import('./sessions.js')).Sessions,
})
