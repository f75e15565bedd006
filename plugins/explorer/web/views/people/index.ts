import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const people = defineView({
  path: '/people',
  title: viewsText.people,
  icon: 'person',
  group: 'People',
  summary: viewsText.everyPersonWithTraits,
  load: async () => (await import('./people.js')).People,
})

/** `:kind` is `user`, or `device` for an anonymous person. */
export const person = defineView({
  path: '/people/:kind/:id',
  title: viewsText.person,
  icon: 'person',
  summary: viewsText.theProfileAndTheEventsOf,
  load: async () => (await import('./person-page.js')).PersonPage,
})
