import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { retentionPeople } from './people.js'
import { retention as query } from './retention.js'

export const retention = definePlugin({
  name: 'retention',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.query(query)
    host.query(retentionPeople)
  },
})
