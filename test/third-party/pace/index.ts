import { definePlugin } from 'sextant/contract'
import { gapsOperator } from './gaps.js'
import { longestGap } from './longest-gap.js'
import { medianGap } from './median-gap.js'

/** A plugin as a third party would write it: it uses only the contract. */
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
