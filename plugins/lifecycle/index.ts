import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { lifecycleMetric } from './metric.js'

export const lifecyclePlugin = definePlugin({
  name: 'lifecycle',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(lifecycleMetric)
  },
})
