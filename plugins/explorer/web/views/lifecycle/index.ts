import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const lifecycle = defineView({
  path: '/lifecycle',
  title: viewsText.lifecycle,
  icon: 'lifecycle',
  group: 'Analyze',
  summary: viewsText.newReturningResurrectedAnd,
  load: async () => (await import('./lifecycle.js')).Lifecycle,
})
