import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const trends = defineView({
  path: '/trends',
  title: viewsText.trends,
  icon: 'trends',
  group: 'Analyze',
  summary: viewsText.anyMetricOverTimeWith,
  load: async () => (await import('./trends.js')).Trends,
})
