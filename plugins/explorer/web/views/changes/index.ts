import { defineView } from '../../router/view.js'

export const changes = defineView({
  path: '/changes',
  title: 'Why it changed',
  icon: 'help',
  group: 'Analyze',
  summary: 'Why did a metric change? The values with the largest part in its change between two ranges',
  load: async () => (await import('./changes.js')).Changes,
})
