import { definePlugin } from '../../core/contract/index.js'
import { dau } from './dau.js'
import { mau } from './mau.js'
import { wau } from './wau.js'

export const activeUsers = definePlugin({
  name: 'active-users',
  contract: 1,
  after: [],
  register(host) {
    host.metric(dau)
    host.metric(wau)
    host.metric(mau)
  },
})
