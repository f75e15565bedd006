import { defineView } from '../../router/view.js'

export const live = defineView({
  path: '/live',
  title: 'Live events',
  icon: 'live',
  group: 'People',
  summary: 'Events as they arrive, newest first',
  load: async () => (await import('./live.js')).Live,
})
