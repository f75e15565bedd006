import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const stickiness = defineView({
  path: '/stickiness',
  title: viewsText.stickiness,
  icon: 'stickiness',
  group: 'Analyze',
  summary: viewsText.theShareOfAMonthsActive,
  load: async () => (await import('./stickiness.js')).Stickiness,
})
