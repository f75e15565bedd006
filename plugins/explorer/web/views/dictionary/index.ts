import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const dictionary = defineView({
  path: '/dictionary',
  title: viewsText.dictionary,
  icon: 'table',
  group: 'Manage',
  summary: viewsText.whatEventsAndPropertiesMeanAnd,
  load: async () => (await import('./dictionary.js')).DictionaryPage,
})
