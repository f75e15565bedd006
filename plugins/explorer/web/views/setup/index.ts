import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const setup = defineView({
  path: '/setup',
  title: viewsText.welcome,
  icon: 'home',
  access: 'public',
  summary: viewsText.fromAnEmptyServiceToThe,
  load: async () => (await import('./setup.js')).Setup,
})
