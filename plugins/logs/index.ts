import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { logs } from './count.js'
import { logsRaw } from './raw.js'
import { topLogs } from './top.js'

export const logsPlugin = definePlugin({
  name: 'logs',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(logs)
    host.metric(topLogs)
    host.metric(logsRaw)
  },
})
