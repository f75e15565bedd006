import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const marks = defineView({
  path: '/marks',
  title: viewsText.marks,
  icon: 'flag',
  group: 'Manage',
  summary: viewsText.releasesNewsAndIncidentsOn,
  load: async () => (await import('./marks.js')).Marks,
})
