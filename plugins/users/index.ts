import { definePlugin } from '../../core/contract/index.js'
import { usersRaw } from './raw.js'
import { users } from './users.js'

export const usersPlugin = definePlugin({
  name: 'users',
  contract: 1,
  after: [],
  register(host) {
    host.metric(users)
    host.metric(usersRaw)
  },
})
