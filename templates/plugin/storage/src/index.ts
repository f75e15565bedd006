import { join } from 'node:path'
import { definePlugin } from 'sextant/storage'
import { createStore } from './store.js'

/** `STORAGE=acme-thing`: events in one file of the data directory. */
export const plugin = definePlugin({
  name: 'acme-thing',
  contract: 1,
  after: [],
  register(host) {
    host.storage({
      name: 'acme-thing',
      title: 'Acme thing',
      inDataDir: () => true,
      open: ({ directory }) => createStore(join(directory, 'journal.jsonl')),
    })
  },
})
