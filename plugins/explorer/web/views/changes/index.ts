import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const changes = defineView({
  path: '/changes',
  title: viewsText.whyItChanged,
  icon: 'help',
  group: 'Analyze',
  summary: viewsText.whyDidAMetricChangeThe,
  load: async () => (await import('./changes.js')).Changes,
})
