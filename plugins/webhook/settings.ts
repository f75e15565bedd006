import Type from 'typebox'
import { defineSetting } from '../../contract/index.js'

export const privateAddresses = defineSetting({
  name: 'WEBHOOK_PRIVATE_ADDRESSES',
  schema: Type.Boolean(),
  default: false,
  description:
    'webhooks may also be sent to private and local addresses, such as services of your own network',
})
