import { contractNumber, definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { logChannel } from './log-channel.js'
import { createMessages, messageQueued } from './messages.js'
import { registerRoutes, sender } from './routes.js'

/** Sends the messages of plugins through the channels that plugins declare, and records what became of them. */
export const messages = definePlugin({
  name: 'messages',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(sender, createMessages)
    host.channel(logChannel)
    host.on(messageQueued, (_, { use }) => use(sender).deliver())
    host.job({
      name: 'due-messages',
      summary: 'Sends messages again that were not taken',
      every: 10,
      catchUp: 'once',
      timeout: 60,
      run: ({ use }) => use(sender).deliver(),
    })
    host.job({
      name: 'old-messages',
      summary: 'Deletes messages that were sent more than 30 days ago',
      every: 86_400,
      timeout: 60,
      run: ({ use }) => use(sender).tidy(),
    })
    registerRoutes(host)
    host.examples(examples)
  },
})
