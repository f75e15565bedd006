import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { formula as query } from './formula.js'

export const formula = definePlugin({
  name: 'formula',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.query(query)
  },
})
