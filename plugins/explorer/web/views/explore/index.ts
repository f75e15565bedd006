import { defineView } from '../../router/view.js'

export const allMetrics = defineView({
  path: '/explore',
  title: 'All metrics',
  icon: 'metric',
  group: 'Analyze',
  summary: 'Every metric that this service answers',
  load: async () => (await import('./all-metrics.js')).AllMetrics,
})

export const oneMetric = defineView({
  path: '/explore/:metric',
  title: 'Metric',
  icon: 'metric',
  summary: 'One metric, shown by its kind of answer',
  load: async () => (await import('./one-metric.js')).OneMetric,
})
