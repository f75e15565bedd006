import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { builtInPlugins } from '../plugins/index.js'
import { stopBounds } from '../storage-adapters/embedded/stop-bounds.js'
import { eventually, folder } from '../storage-adapters/embedded/test-support.js'
import { spinning } from '../storage-adapters/embedded/test-spinning.js'
import type { Log } from '../contract/index.js'
import { settings as usual } from '../test/support/demo-service.js'
import { createService } from './service.js'
import { closedWithin, shutdownBounds } from './shutdown.js'
import { builtInStorages } from '../storage-adapters/index.js'
import { loadRegistry } from './load-registry.js'
import { openStores } from './stores.js'

/** Ends only a hang. */

const lines: string[] = []
const write = (fields: object, message: string): void =>
  void lines.push(`${message} ${'part' in fields ? String(fields.part) : ''}`.trim())
const log: Log = { debug: () => undefined, info: write, warn: write, error: write }

void t.test('all bounds of a shutdown together stay below 30 s', (t) => {
  const sum = (bounds: Readonly<Record<string, number>>): number =>
    Object.values(bounds).reduce((total, one) => total + one, 0)
  t.ok(sum(shutdownBounds) + sum(stopBounds) < 30_000)
  t.end()
})

void t.test('a part that fails or never closes is logged and left behind', async (t) => {
  lines.length = 0
  const close = async (name: string, work: () => Promise<void>) =>
    closedWithin({ name, milliseconds: 20 }, work, log)
  await close('fails', () => Promise.reject(new Error('no')))
  await close('hangs', () => new Promise(() => undefined))
  await close('closes', () => Promise.resolve())
  t.same(lines, [
    'a part of the service could not be closed fails',
    'a part of the service did not close in time hangs',
  ])
})

void t.test('the service ends while statements spin in both engines', async (t) => {
  const settings = {
    ...usual,
    dataDir: folder(t),
    databaseUrl: null,
    clickhouseUrls: [],
    storage: 'clickhouse',
  }
  const open = () => openStores(settings, log, loadRegistry(builtInStorages))
  const { analytics, records, stopEngines } = await open()
  t.teardown(stopEngines)
  const tokenKey = Buffer.alloc(32, 7)
  const service = await createService({
    analytics,
    records,
    settings,
    plugins: builtInPlugins,
    log,
    tokenKey,
  })
  const { port } = await service.listen(0, '127.0.0.1')
  t.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200)
  await records.query('CREATE TABLE acknowledged AS SELECT 7 AS n')

  const workspace = { id: 'ws_seven', number: 7 }
  const question = { workspace, text: spinning.clickhouse, parameters: {}, columns: {} }
  const statements = [
    analytics.run(question, { timeMs: 60_000, memoryBytes: 1e9, rows: 10 }),
    records.query(spinning.postgres),
  ].map((one) =>
    one.then(
      () => 'answered',
      () => 'ended',
    ),
  )
  await eventually('the spinning statement of Postgres', async () => {
    const text = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT length(translate%'`
    return (await records.query<{ n: number }>(text))[0]?.n === 1
  })
  await pause(500)
  await service.close({ drainMilliseconds: 100 })
  await stopEngines()
  t.same(await Promise.all(statements), ['ended', 'ended'])

  const again = await open()
  t.teardown(again.stopEngines)
  t.same(await again.records.query('SELECT n FROM acknowledged'), [{ n: 7 }], 'what was stored is there')
  await Promise.all([again.analytics.close(), again.records.close()])
  await again.stopEngines()
})
