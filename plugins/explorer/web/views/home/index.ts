import { defineView } from '../../router/view.js'

/** The first view after the sign-in. */
export const home = defineView({
  path: '/',
  title: 'Home',
  icon: 'home',
  group: 'Analyze',
  summary: 'The workspace at a glance',
  load: async () => (await import('./home.js')).Home,
})
