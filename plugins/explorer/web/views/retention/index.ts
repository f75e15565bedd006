import { defineView } from '../../router/view.js'

export const retention = defineView({
  path: '/retention',
  title: 'Retention',
  icon: 'retention',
  group: 'Analyze',
  summary: 'Who comes back after the first time',
  load: async () => (await import('./retention.js')).Retention,
})
