import { definePlugin } from '../../core/contract/index.js'
import { perActor as metric } from './per-actor.js'

export const perActor = definePlugin({
  name: 'per-actor',
  contract: 1,
  after: [],
  register(host) {
    host.metric(metric)
  },
})
