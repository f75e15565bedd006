import { definePlugin } from '../../core/contract/index.js'
import { stickinessDaily, stickinessWeekly } from './metrics.js'

export const stickinessPlugin = definePlugin({
  name: 'stickiness',
  contract: 1,
  after: [],
  register(host) {
    host.metric(stickinessDaily)
    host.metric(stickinessWeekly)
  },
})
