import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { stickinessDaily, stickinessWeekly } from './metrics.js'

export const stickinessPlugin = definePlugin({
  name: 'stickiness',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(stickinessDaily)
    host.metric(stickinessWeekly)
  },
})
