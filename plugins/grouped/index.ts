import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { grouped as groups } from './grouped.js'
import { groupedPeople } from './people.js'

export const grouped = definePlugin({
  name: 'grouped',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.query(groups)
    host.query(groupedPeople)
  },
})
