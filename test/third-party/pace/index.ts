import { definePlugin } from 'sextant/plugin'
import { gapsOperator } from './gaps.js'
import { longestGap } from './longest-gap.js'
import { medianGap } from './median-gap.js'

/** A plugin as a third party would write it: it imports only the package's entries. */
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
