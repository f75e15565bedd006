import Type from 'typebox'
import { defineSetting } from '../../contract/index.js'

export const publicRateLimit = defineSetting({
  name: 'PUBLIC_RATE_LIMIT',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 600,
  description: 'requests per minute and address to boards by public links',
})
