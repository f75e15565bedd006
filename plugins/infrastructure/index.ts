import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { metric } from './metric.js'
import { registerNames } from './names.js'

/** GET /metrics/infrastructure and the list of metric names. */
export const infrastructurePlugin = definePlugin({
  name: 'infrastructure',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(metric)
    registerNames(host)
  },
})
