import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { perActor as metric } from './per-actor.js'

export const perActor = definePlugin({
  name: 'per-actor',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(metric)
  },
})
