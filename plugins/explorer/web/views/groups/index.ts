import { defineView } from '../../router/view.js'

export const groups = defineView({
  path: '/groups',
  title: 'Groups',
  icon: 'audience',
  group: 'People',
  summary: 'Companies and other groups of people, with traits',
  load: async () => (await import('./groups.js')).Groups,
})

export const group = defineView({
  path: '/groups/:type/:id',
  title: 'Group',
  icon: 'audience',
  summary: 'The traits, the members and the events of one group',
  load: async () => (await import('./group-page.js')).GroupPage,
})
