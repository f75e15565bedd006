import { definePlugin } from '../../contract/index.js'

/** `STORAGE=clickhouse`: events in the servers of CLICKHOUSE_URL, or else in the embedded engine. */
export const clickhouse = definePlugin({
  name: 'clickhouse',
  contract: 1,
  after: [],
  register(host) {
    host.storage({
      name: 'clickhouse',
      title: 'ClickHouse',
      oldestVersion: 25,
      inDataDir: ({ clickhouseUrls }) => clickhouseUrls.length === 0,
      // A start with another storage, and most commands, need nothing of the engine.
      open: async (options) => (await import('./open.js')).openClickHouse(options),
    })
  },
})
