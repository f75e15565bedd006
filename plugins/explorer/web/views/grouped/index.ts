import { defineView } from '../../router/view.js'

export const grouped = defineView({
  path: '/grouped',
  title: 'Composition',
  icon: 'treemap',
  group: 'Analyze',
  summary: 'The values of a field by size and by intensity, as a treemap',
  load: async () => (await import('./grouped.js')).Grouped,
})
