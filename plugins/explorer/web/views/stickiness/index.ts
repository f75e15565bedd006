import { defineView } from '../../router/view.js'

export const stickiness = defineView({
  path: '/stickiness',
  title: 'Stickiness',
  icon: 'stickiness',
  group: 'Analyze',
  summary: 'The share of a month’s active people who are active on a day',
  load: async () => (await import('./stickiness.js')).Stickiness,
})
