import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const allMetrics = defineView({
  path: '/explore',
  title: viewsText.allMetrics,
  icon: 'metric',
  group: 'Analyze',
  summary: viewsText.everyMetricOfThisService,
  load: async () => (await import('./all-metrics.js')).AllMetrics,
})

export const oneMetric = defineView({
  path: '/explore/:metric',
  title: viewsText.metric,
  icon: 'metric',
  summary: viewsText.oneMetricItsChartRankingOr,
  load: async () => (await import('./one-metric.js')).OneMetric,
})
