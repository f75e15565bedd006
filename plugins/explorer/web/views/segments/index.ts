import { defineView } from '../../router/view.js'

export const segments = defineView({
  path: '/segments',
  title: 'Segments',
  icon: 'segments',
  group: 'People',
  summary: 'People by lifecycle and by how much they use the product',
  load: async () => (await import('./segments.js')).Segments,
})
