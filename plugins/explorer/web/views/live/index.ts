import { defineView } from '../../router/view.js'

export const live = defineView({
  path: '/live',
  title: 'Live events',
  icon: 'live',
  group: 'People',
  summary: 'Events as they come in, the newest first',
  load: async () => (await import('./live.js')).Live,
})
