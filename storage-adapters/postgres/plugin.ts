import { definePlugin } from '../../contract/index.js'
import { createPostgresStore } from './store.js'

/** `STORAGE=postgres`: events in the server of the records. */
export const postgres = definePlugin({
  name: 'postgres',
  contract: 1,
  after: [],
  register(host) {
    host.storage({
      name: 'postgres',
      title: 'Postgres',
      oldestVersion: 14,
      sharesRecords: true,
      open: async ({ settings, log, records, nativeForms }) =>
        createPostgresStore({
          connection: await records(),
          log,
          nativeForms,
          views: settings.views,
          questions: settings.queryConcurrency.all,
        }),
    })
  },
})
