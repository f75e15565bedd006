import { defineView } from '../../router/view.js'

export const logs = defineView({
  path: '/logs',
  title: 'Logs',
  icon: 'logs',
  group: 'Systems',
  summary: 'Log lines: search, levels, live tail',
  load: async () => (await import('./logs.js')).Logs,
})
