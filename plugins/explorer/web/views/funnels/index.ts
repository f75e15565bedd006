import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const funnels = defineView({
  path: '/funnels',
  title: viewsText.funnels,
  icon: 'funnel',
  group: 'Analyze',
  summary: viewsText.howManyPeopleCompleteStepsIn,
  load: async () => (await import('./funnels.js')).Funnels,
})
