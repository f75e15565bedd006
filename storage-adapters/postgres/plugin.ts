import { definePlugin } from '../../contract/index.js'

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
      // A start with another storage, and most commands, need nothing of it.
      async open({ settings, log, records, nativeForms }) {
        const { createPostgresStore } = await import('./store.js')
        return createPostgresStore({
          connection: await records(),
          log,
          nativeForms,
          views: settings.views,
          questions: settings.queryConcurrency.all,
        })
      },
    })
  },
})
