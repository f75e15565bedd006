import { defineView } from '../../router/view.js'

export const sharedBoard = defineView({
  path: '/shared/:token',
  title: 'Shared board',
  icon: 'board',
  access: 'public',
  summary: 'A board by its public link',
  load: async () => (await import('./shared.js')).SharedBoard,
})
