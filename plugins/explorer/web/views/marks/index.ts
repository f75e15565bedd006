import { defineView } from '../../router/view.js'

export const marks = defineView({
  path: '/marks',
  title: 'Marks',
  icon: 'flag',
  group: 'Manage',
  summary: 'Releases, news and incidents on every chart over time',
  load: async () => (await import('./marks.js')).Marks,
})
