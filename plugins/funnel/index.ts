import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { funnelPeople } from './people.js'
import { funnelTrend } from './trend.js'
import { funnels } from './funnels.js'

export const funnel = definePlugin({
  name: 'funnel',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.query(funnels)
    host.query(funnelTrend)
    host.query(funnelPeople)
  },
})
