import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const infrastructure = defineView({
  path: '/infrastructure',
  title: viewsText.infrastructure,
  icon: 'server',
  group: 'Systems',
  summary: viewsText.gaugesCountersAndHistograms,
  load: async () => (await import('./infrastructure.js')).Infrastructure,
})
