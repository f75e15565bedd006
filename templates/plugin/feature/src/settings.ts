import Type from 'typebox'
import { defineSetting } from 'sextant/plugin'

export const keepDays = defineSetting({
  name: 'ACME_THING_KEEP_DAYS',
  schema: Type.Integer({ minimum: 1, maximum: 36_500 }),
  default: 365,
  description: 'days after which notes are deleted',
})
