import { defineView } from '../../router/view.js'

export const retention = defineView({
  path: '/retention',
  title: 'Retention',
  icon: 'retention',
  group: 'Analyze',
  summary: 'How many people come back after their first event',
  load: async () => (await import('./retention.js')).Retention,
})
