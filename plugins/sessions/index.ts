import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { sessionsRaw } from './raw.js'
import { topSessions } from './top.js'
import { sessions, sessionsUnique } from './volume.js'

export const sessionsPlugin = definePlugin({
  name: 'sessions',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(sessions)
    host.metric(sessionsUnique)
    host.metric(topSessions)
    host.metric(sessionsRaw)
  },
})
