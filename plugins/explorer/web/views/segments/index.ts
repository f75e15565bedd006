import { defineView } from '../../router/view.js'

export const segments = defineView({
  path: '/segments',
  title: 'Segments',
  icon: 'segments',
  group: 'People',
  summary: 'People by lifecycle state and by frequency of use',
  load: async () => (await import('./segments.js')).Segments,
})
