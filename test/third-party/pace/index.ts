import { definePlugin } from 'sextant/contract'
import { gapsOperator } from './gaps.js'
import { longestGap } from './longest-gap.js'
import { medianGap } from './median-gap.js'

/** A plugin as a stranger would write it: it knows the contract and nothing else of the service. */
export const plugin = definePlugin({
  name: 'pace',
  contract: 1,
  after: [],
  register(host) {
    host.operator(gapsOperator)
    host.metric(medianGap)
    longestGap(host)
  },
})
