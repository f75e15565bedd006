import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const audienceList = defineView({
  path: '/audiences',
  title: viewsText.audiences,
  icon: 'audience',
  group: 'People',
  summary: viewsText.groupsOfPeopleByWhatThey,
  load: async () => (await import('./audiences.js')).Audiences,
})

export const audience = defineView({
  path: '/audiences/:id',
  title: viewsText.audience,
  icon: 'audience',
  summary: viewsText.theRulesAndThePeopleOf,
  load: async () => (await import('./audience.js')).AudiencePage,
})
