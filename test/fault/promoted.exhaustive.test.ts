import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { aggregate, count, property, scan, type PropertyForm, type Row } from '../../contract/index.js'
import { askStore, compileNow } from '../../core/run/ask-store.js'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { promotionRules } from '../../storage-adapters/sql/promoted/decide.js'
import { promotedTables } from '../../storage-adapters/clickhouse/promoted/tables.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { startClickHouse } from '../../storage-adapters/embedded/index.js'
import { eventually, folder, log } from '../../storage-adapters/embedded/test-support.js'
import { patience } from '../support/patience.js'
import { silentLog } from '../support/silent-log.js'

const limits = { timeMs: patience, memoryBytes: 1e9, rows: 1_000 }
const workspace = { id: 'ws_1', number: 1 }
const byStatus = (as: PropertyForm) =>
  aggregate(scan('logs'), { status: property('status', as, 'message') }, { n: count() })
const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

void t.test('an engine that is killed while a column is added or filled goes on', async (t) => {
  const engine = await startClickHouse({ directory: folder(t), log })
  const { url, user, password } = engine
  const connection = { url, user, password }
  const promotion = { ...promotionRules(4), asks: 1, rows: 0, lookMs: 0, busyMs: 0 }
  const store = createClickHouseStore({ connection, log: silentLog, promotion })
  const client = connect(connection)
  t.teardown(async () => {
    await Promise.all([store.close(), client.close()])
    await engine.stop()
  })
  const tables = promotedTables(singleServer(client))
  await store.createWorkspace(workspace)
  for (const from of [0, 100_000, 200_000])
    await client.command({
      query:
        `INSERT INTO w1.logs_v1 (timestamp, level, message, seq) SELECT toDateTime64(1767225600 + number, 3, 'UTC'), 'info', ` +
        `concat('{"status":', multiIf(number % 3 = 0, '500', number % 3 = 1, '"500"', 'true'), '}'), number FROM numbers(${from}, 100000)`,
    })
  const ask = async (as: PropertyForm) => sorted(await askStore(store, workspace, byStatus(as), limits))
  const isPromoted = async (as: PropertyForm): Promise<boolean> =>
    (await compileNow(store, workspace, byStatus(as))).text.includes('property_')
  // Each form has a column of its own; the later the kill, the more of it is filled.
  for (const [as, delay] of [
    ['label', 0],
    ['text', 20],
    ['number', 100],
    ['boolean', 300],
  ] as const) {
    const before = await ask(as)
    await eventually('a column', async () => {
      await ask(as)
      return (await tables.read(workspace)).columns.some(({ key }) => key.includes(` ${as} `))
    })
    await pause(delay)
    process.kill(engine.pid, 'SIGKILL')
    await eventually('an answer', async () => {
      t.same(await ask(as), before, `${as}: the answer stays`)
      return true
    })
    await eventually('the column is read', async () => {
      await ask(as)
      return isPromoted(as)
    })
    t.same(await ask(as), before, `${as}: the column has the same values`)
  }
})
