import Type from 'typebox'
import { defineSetting } from '../../contract/index.js'

export const mostPropertyNames = defineSetting({
  name: 'PROPERTY_NAMES',
  schema: Type.Integer({ minimum: 100, maximum: 1_000_000 }),
  default: 10_000,
  description:
    'names of properties, traits, labels and log fields per workspace that lists and pickers offer; values under further names are stored and can be queried',
})
