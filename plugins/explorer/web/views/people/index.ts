import { defineView } from '../../router/view.js'

export const people = defineView({
  path: '/people',
  title: 'People',
  icon: 'person',
  group: 'People',
  summary: 'Every person, with traits',
  load: async () => (await import('./people.js')).People,
})

/** `:kind` is `user`, or `device` for an anonymous person. */
export const person = defineView({
  path: '/people/:kind/:id',
  title: 'Person',
  icon: 'person',
  summary: 'The profile and the events of one person',
  load: async () => (await import('./person-page.js')).PersonPage,
})
