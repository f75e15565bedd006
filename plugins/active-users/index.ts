import { definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { dau } from './dau.js'
import { mau } from './mau.js'
import { dauRaw, mauRaw, wauRaw } from './raw.js'
import { wau } from './wau.js'

export const activeUsers = definePlugin({
  name: 'active-users',
  contract: 1,
  after: [],
  register(host) {
    host.examples(examples)
    host.metric(dau)
    host.metric(wau)
    host.metric(mau)
    for (const raw of [dauRaw, wauRaw, mauRaw]) host.metric(raw)
  },
})
