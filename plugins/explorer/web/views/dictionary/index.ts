import { defineView } from '../../router/view.js'

export const dictionary = defineView({
  path: '/dictionary',
  title: 'Dictionary',
  icon: 'table',
  group: 'Manage',
  summary: 'What events and properties mean, and which events violate it',
  load: async () => (await import('./dictionary.js')).DictionaryPage,
})
