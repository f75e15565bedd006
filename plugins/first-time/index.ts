import { definePlugin } from '../../core/contract/index.js'
import { firstTime as metric } from './first-time.js'

export const firstTime = definePlugin({
  name: 'first-time',
  contract: 1,
  after: [],
  register(host) {
    host.metric(metric)
  },
})
