import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { segment } from './segment.js'
import { segments as counts } from './segments.js'

export const segments = definePlugin({
  name: 'segments',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(counts)
    host.metric(segment)
  },
})
