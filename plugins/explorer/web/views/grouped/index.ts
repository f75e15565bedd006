import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const grouped = defineView({
  path: '/grouped',
  title: viewsText.composition,
  icon: 'treemap',
  group: 'Analyze',
  summary: viewsText.theValuesOfAFieldBy,
  load: async () => (await import('./grouped.js')).Grouped,
})
