import { definePlugin } from '../../contract/index.js'
import { createMemoryStore } from './store.js'

/** `STORAGE=memory`: events of this process, which end with it. For tests; no built-in plugin. */
export const memory = definePlugin({
  name: 'memory',
  contract: 1,
  after: [],
  register(host) {
    host.storage({
      name: 'memory',
      title: 'memory',
      open: () => Promise.resolve(createMemoryStore()),
    })
  },
})
