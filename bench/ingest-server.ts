import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loadSettings } from '../config/load.js'
import { createService } from '../app/service.js'
import { builtInPlugins } from '../plugins/index.js'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { createRecordStore } from '../storage-adapters/postgres/records/store.js'
import { quiet } from './engine.js'

/**
 * The service of bench/ingest.ts and bench/bulk.ts, in a process of its own so that it is measured alone. Arguments: the
 * addresses of the analytics and the records, and the storage.
 */
const [connection, postgres] = process.argv.slice(2, 4).map((text) => JSON.parse(text) as { url: string })
if (connection === undefined || postgres === undefined) throw new Error('needs the addresses of two engines')
const createStore = process.argv[4] === 'postgres' ? createPostgresStore : createClickHouseStore
const settings = loadSettings({
  environment: { ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: 'a bench password' },
  file: null,
  directory: '/tmp',
})
const service = await createService({
  settings,
  plugins: builtInPlugins,
  analytics: createStore({ connection, log: quiet }),
  records: createRecordStore({ ...postgres, log: quiet }),
  log: quiet,
  tokenKey: Buffer.from('a key of the bench, of more than thirty-two bytes'),
})
const { port } = await service.listen(0, '127.0.0.1')
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

/**
 * The resources that the process has used since its start, and the event loop's delays since the previous
 * reading.
 */
export interface Used {
  readonly cpuSeconds: number
  readonly residentBytes: number
  readonly delayP99: number
}

process.on('message', (what) => {
  if (what === 'end') void service.close().then(() => process.disconnect())
  else {
    const { user, system } = process.cpuUsage()
    const used: Used = {
      cpuSeconds: (user + system) / 1e6,
      residentBytes: process.memoryUsage.rss(),
      delayP99: delay.percentile(99) / 1e6 - 5,
    }
    delay.reset()
    process.send?.(used)
  }
})
process.send?.({ port })
