import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const retention = defineView({
  path: '/retention',
  title: viewsText.retention,
  icon: 'retention',
  group: 'Analyze',
  summary: viewsText.howManyPeopleComeBackAfter,
  load: async () => (await import('./retention.js')).Retention,
})
