import { randomInt } from 'node:crypto'
import t, { type Test } from 'tap'
import {
  aggregate,
  column,
  count,
  countDistinct,
  scan,
  type AnalyticsStore,
  type Batch,
} from '../../contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
const start = Date.UTC(2024, 0, 31)

/** Events a minute apart, across a month's end, each with a message id. */
const batch = (from: number, to: number): Batch => ({
  events: Array.from({ length: to - from }, (_, index) => ({
    timestamp: start + (from + index) * 60_000,
    event_name: 'e',
    device_id: `d${index % 100}`,
    session_id: null,
    user_id: null,
    message_id: `message-${from + index}`,
    seq: from + index,
    context: {},
    properties: { index },
  })),
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})

async function appends(t: Test, store: AnalyticsStore): Promise<void> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await store.createWorkspace(workspace)
  const events = async (): Promise<unknown> => {
    const plan = aggregate(scan('events'), {}, { n: count(), persons: countDistinct(column('person')) })
    return askStore(store, workspace, plan, limits)
  }

  await t.test(
    `${store.engine}: a request of the largest size is stored, and repeated counts once`,
    async (t) => {
      await store.append(workspace, batch(0, 10_000))
      t.same(await events(), [{ n: 10_000, persons: 100 }])
      await store.append(workspace, batch(0, 10_000))
      t.same(await events(), [{ n: 10_000, persons: 100 }])
      await store.append(workspace, batch(9_990, 10_010))
      t.same(await events(), [{ n: 10_010, persons: 100 }], 'of a batch that overlaps, the new part')
    },
  )

  await t.test(`${store.engine}: a number that is taken is refused and left alone`, async (t) => {
    await t.rejects(store.createWorkspace(workspace), { code: 'CONFLICT' })
    t.same(await events(), [{ n: 10_010, persons: 100 }])
    await store.prepare([workspace])
    t.same(await events(), [{ n: 10_010, persons: 100 }])
  })

  await t.test(`${store.engine}: a workspace that is gone is NOT_FOUND`, async (t) => {
    await store.dropWorkspace(workspace)
    await t.rejects(events(), { code: 'NOT_FOUND' })
    await t.rejects(store.append(workspace, batch(0, 1)), { code: 'NOT_FOUND' })
  })
  await store.close()
}

t.test('memory', (t) => appends(t, createMemoryStore()))

t.test('ClickHouse', (t) =>
  appends(t, createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog })),
)

t.test('Postgres', async (t) => {
  const database = await temporaryDatabase()
  t.teardown(() => database.drop())
  await appends(t, createPostgresStore({ connection: { url: database.url }, log: silentLog }))
})
