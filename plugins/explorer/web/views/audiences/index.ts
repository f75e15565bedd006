import { defineView } from '../../router/view.js'

export const audienceList = defineView({
  path: '/audiences',
  title: 'Audiences',
  icon: 'audience',
  group: 'People',
  summary: 'Groups of people by what they did and who they are',
  load: async () => (await import('./audiences.js')).Audiences,
})

export const audience = defineView({
  path: '/audiences/:id',
  title: 'Audience',
  icon: 'audience',
  summary: 'The rules and the people of an audience',
  load: async () => (await import('./audience.js')).AudiencePage,
})
