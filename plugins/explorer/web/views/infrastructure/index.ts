import { defineView } from '../../router/view.js'

export const infrastructure = defineView({
  path: '/infrastructure',
  title: 'Infrastructure',
  icon: 'server',
  group: 'Systems',
  summary: 'Gauges, counters and histograms that services and agents send',
  load: async () => (await import('./infrastructure.js')).Infrastructure,
})
