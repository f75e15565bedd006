import { defineView } from '../../router/view.js'

export const setup = defineView({
  path: '/setup',
  title: 'Welcome',
  icon: 'home',
  access: 'public',
  summary: 'From an empty service to the first event',
  load: async () => (await import('./setup.js')).Setup,
})
