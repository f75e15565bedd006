import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const groups = defineView({
  path: '/groups',
  title: viewsText.groups,
  icon: 'audience',
  group: 'People',
  summary: viewsText.companiesAndOtherGroupsOf,
  load: async () => (await import('./groups.js')).Groups,
})

export const group = defineView({
  path: '/groups/:type/:id',
  title: viewsText.group,
  icon: 'audience',
  summary: viewsText.theTraitsTheMembersAndThe,
  load: async () => (await import('./group-page.js')).GroupPage,
})
