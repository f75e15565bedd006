import { defineView } from '../../router/view.js'

export const allMetrics = defineView({
  path: '/explore',
  title: 'All metrics',
  icon: 'metric',
  group: 'Analyze',
  summary: 'Every metric of this service, including those of plugins',
  load: async () => (await import('./all-metrics.js')).AllMetrics,
})

export const oneMetric = defineView({
  path: '/explore/:metric',
  title: 'Metric',
  icon: 'metric',
  summary: 'One metric: its chart, ranking or rows',
  load: async () => (await import('./one-metric.js')).OneMetric,
})
