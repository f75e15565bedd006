import { defineView } from '../../router/view.js'

export const install = defineView({
  path: '/install',
  title: 'Add data',
  icon: 'code',
  group: 'Manage',
  summary: 'Snippets for clients, and the newest events as they arrive',
  load: async () => (await import('./install.js')).Install,
})
