import { definePlugin } from 'sextant/plugin'
import { metric } from './metric.js'

export const plugin = definePlugin({
  name: 'acme-thing',
  contract: 1,
  after: [],
  register(host) {
    host.metric(metric)
  },
})
