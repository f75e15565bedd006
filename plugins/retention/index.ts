import { definePlugin } from '../../core/contract/index.js'
import { retentionPeople } from './people.js'
import { retention as query } from './retention.js'

export const retention = definePlugin({
  name: 'retention',
  contract: 1,
  after: [],
  register(host) {
    host.query(query)
    host.query(retentionPeople)
  },
})
