import { definePlugin } from 'sextant/plugin'
import { comebacks } from './comebacks.js'

export const plugin = definePlugin({
  name: 'comebacks',
  contract: 1,
  after: [],
  register(host) {
    host.metric(comebacks)
  },
})
