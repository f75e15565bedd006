import { apiDescription, contractNumber, definePlugin, inWorkspace } from '../../contract/index.js'
import { examples } from './examples.js'

/** Lists the metrics of all plugins. */
export const metrics = definePlugin({
  name: 'metrics',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.route({
      method: 'GET',
      path: '/api/v1/metrics',
      summary: 'Every metric and its parameters',
      tag: 'Metrics',
      access: inWorkspace('viewer'),
      handle: (ask) => Promise.resolve({ data: ask.use(apiDescription).metrics() }),
    })
  },
})
