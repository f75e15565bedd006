import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { usersRaw } from './raw.js'
import { users } from './users.js'

export const usersPlugin = definePlugin({
  name: 'users',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(users)
    host.metric(usersRaw)
  },
})
