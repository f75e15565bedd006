import { defineView } from '../../router/view.js'

export const funnels = defineView({
  path: '/funnels',
  title: 'Funnels',
  icon: 'funnel',
  group: 'Analyze',
  summary: 'How many people complete steps in order',
  load: async () => (await import('./funnels.js')).Funnels,
})
