import { defineView } from '../../router/view.js'

export const lifecycle = defineView({
  path: '/lifecycle',
  title: 'Lifecycle',
  icon: 'lifecycle',
  group: 'Analyze',
  summary: 'Who is new, who came back, who went quiet',
  load: async () => (await import('./lifecycle.js')).Lifecycle,
})
