import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const install = defineView({
  path: '/install',
  title: viewsText.addData,
  icon: 'code',
  group: 'Manage',
  summary: viewsText.snippetsForClientsAndTheNewest,
  load: async () => (await import('./install.js')).Install,
})
