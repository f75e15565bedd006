import { contractNumber, definePlugin } from '../../contract/index.js'
import { privateAddresses } from './settings.js'
import { webhookChannel } from './webhook.js'

/** A channel that posts messages to an address, signed as Standard Webhooks. */
export const webhook = definePlugin({
  name: 'webhook',
  contract: contractNumber,
  after: ['messages'],
  register(host) {
    host.setting(privateAddresses)
    host.channel(webhookChannel)
  },
})
