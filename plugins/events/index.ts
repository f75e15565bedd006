import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { event, events } from './count.js'
import { eventsCustom } from './custom.js'
import { eventsProperties } from './properties.js'
import { eventRaw, eventsRaw } from './raw.js'
import { topEvents } from './top.js'

export const eventsPlugin = definePlugin({
  name: 'events',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(events)
    host.metric(event)
    host.metric(topEvents)
    host.metric(eventsRaw)
    host.metric(eventRaw)
    host.metric(eventsProperties)
    host.metric(eventsCustom)
  },
})
