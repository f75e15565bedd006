import { contractNumber, definePlugin } from '../../contract/index.js'
import { createFieldFinder, fieldFinder } from './field-finder.js'
import { examples } from './examples.js'
import { explainChange as query } from './explain-change.js'

/** Why a metric changed between two ranges: POST /metrics/explain-change. */
export const explainChange = definePlugin({
  name: 'explain-change',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.service(fieldFinder, createFieldFinder)
    host.query(query)
  },
})
