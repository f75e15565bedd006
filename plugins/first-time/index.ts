import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { firstTime as metric } from './first-time.js'

export const firstTime = definePlugin({
  name: 'first-time',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(metric)
  },
})
