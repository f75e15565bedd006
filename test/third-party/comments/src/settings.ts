import Type from 'typebox'
import { defineSetting } from 'sextant/plugin'

export const commentsLimit = defineSetting({
  name: 'COMMENTS_LIMIT',
  schema: Type.Integer({ minimum: 1, maximum: 10_000 }),
  default: 500,
  description: 'comments per question',
})
