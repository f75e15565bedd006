import { definePlugin } from '../../core/contract/index.js'
import { lifecycleMetric } from './metric.js'

export const lifecyclePlugin = definePlugin({
  name: 'lifecycle',
  contract: 1,
  after: [],
  register(host) {
    host.metric(lifecycleMetric)
  },
})
