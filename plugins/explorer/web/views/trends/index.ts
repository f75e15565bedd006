import { defineView } from '../../router/view.js'

export const trends = defineView({
  path: '/trends',
  title: 'Trends',
  icon: 'trends',
  group: 'Analyze',
  summary: 'Any metric over time, with breakdowns, comparisons and formulas',
  load: async () => (await import('./trends.js')).Trends,
})
