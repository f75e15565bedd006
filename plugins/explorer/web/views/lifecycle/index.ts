import { defineView } from '../../router/view.js'

export const lifecycle = defineView({
  path: '/lifecycle',
  title: 'Lifecycle',
  icon: 'lifecycle',
  group: 'Analyze',
  summary: 'New, returning, resurrected and dormant people',
  load: async () => (await import('./lifecycle.js')).Lifecycle,
})
