import { defineView } from '../../router/view.js'

export const people = defineView({
  path: '/people',
  title: 'People',
  icon: 'person',
  group: 'People',
  summary: 'Who was there: every person, with traits',
  load: async () => (await import('./people.js')).People,
})

/** :kind is `user` or `device` (an anonymous one). */
export const person = defineView({
  path: '/people/:kind/:id',
  title: 'Person',
  icon: 'person',
  summary: 'What one person did',
  load: async () => (await import('./person-page.js')).PersonPage,
})
