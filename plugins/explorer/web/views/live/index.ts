import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const live = defineView({
  path: '/live',
  title: viewsText.liveEvents,
  icon: 'live',
  group: 'People',
  summary: viewsText.eventsAsTheyArriveNewestFirst,
  load: async () => (await import('./live.js')).Live,
})
