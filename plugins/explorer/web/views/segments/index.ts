import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const segments = defineView({
  path: '/segments',
  title: viewsText.segments,
  icon: 'segments',
  group: 'People',
  summary: viewsText.peopleByLifecycleStateAndBy,
  load: async () => (await import('./segments.js')).Segments,
})
