import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import {
  aggregate,
  count,
  property,
  scan,
  sum,
  type AnalyticsStore,
  type Batch,
  type JsonValue,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { promotionRules } from '../../storage-adapters/sql/promoted/decide.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { patience } from '../support/patience.js'
import { clusterStore, startShards } from '../support/shards.js'
import { askStore, compileNow } from '../../core/run/ask-store.js'

const shards = await startShards(2, { two: 2 })
const promotion = { ...promotionRules(4), asks: 1, rows: 0, lookMs: 0, busyMs: 0 }
const store = clusterStore(shards, 'two', { promotion })
const other = clusterStore(shards, 'two', { promotion: { ...promotion, asks: Infinity }, asked: 1 })
const memory = createMemoryStore()
t.teardown(async () => {
  await Promise.all([store.close(), other.close()])
  await shards.stop()
})

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
const workspace = { id: 'ws_1', number: 1 }
const values: readonly JsonValue[] = ['pro', 1, 1.5, true, null, [1], '1']
const batch = (from: number): Batch => ({
  events: values.map((plan, index) => ({
    timestamp: Date.UTC(2026, 0, 31) + from + index,
    event_name: 'open',
    device_id: `device ${from + index}`,
    session_id: null,
    user_id: null,
    message_id: null,
    seq: from + index,
    context: {},
    properties: { plan },
  })),
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})
const plans = [
  aggregate(scan('events'), { plan: property('plan', 'label') }, { n: count() }),
  aggregate(scan('events'), {}, { n: sum(property('plan', 'number')) }),
]
const ask = (one: AnalyticsStore, plan: Relation): Promise<readonly Row[]> =>
  askStore(one, workspace, plan, limits)
const isPromoted = async (one: AnalyticsStore, plan: Relation): Promise<boolean> =>
  (await compileNow(one, workspace, plan)).text.includes('property_')

t.test(
  'properties get columns on every shard, and questions are answered alike before and after',
  async (t) => {
    const all = [memory, store]
    await Promise.all(all.map((one) => one.createWorkspace(workspace)))
    await Promise.all(all.map((one) => one.append(workspace, batch(0))))
    const same = async (plan: Relation): Promise<void> => {
      const expected = await ask(memory, plan)
      for (const one of [store, other])
        t.equal(sameRows(await ask(one, plan), expected, { ordered: false }), null)
    }
    for (const plan of plans) {
      await same(plan)
      while (!(await isPromoted(store, plan)) || !(await isPromoted(other, plan))) {
        await Promise.all([ask(store, plan), ask(other, plan)])
        await pause(20)
      }
      await same(plan)
    }
    await Promise.all(all.map((one) => one.append(workspace, batch(100))))
    for (const plan of plans) await same(plan)
  },
)

t.test('the columns are dropped on every shard', async (t) => {
  const without = clusterStore(shards, 'two', { promotion: promotionRules(0) })
  const [plan] = plans as [Relation]
  const expected = await ask(memory, plan)
  while (await isPromoted(other, plan)) {
    await ask(without, plan)
    // The other store still knows a column that one shard may lack.
    t.equal(sameRows(await ask(other, plan), expected, { ordered: false }), null)
    await pause(20)
  }
  await without.close()
})
