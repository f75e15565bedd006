import { randomInt } from 'node:crypto'
import t from 'tap'
import {
  aggregate,
  bin,
  bucket,
  column,
  count,
  countDistinct,
  derive,
  scan,
  shownLabel,
  sort,
  ascending,
} from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { patience } from '../support/patience.js'
import { endsHold } from '../support/ends-hold.js'
import { guessesHold } from '../support/guesses-hold.js'
import { clusterStore, startShards } from '../support/shards.js'

const shards = await startShards(3, { three: 3 })
const store = clusterStore(shards, 'three')
const memory = createMemoryStore()
t.teardown(async () => {
  await store.close()
  await shards.stop()
})
const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)

t.test('long lists reach every shard', async (t) => {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const edges = Array.from({ length: 400 }, (_, index) => start + index * hour + (index > 9 ? 60_000 : 0))
  const labels = ['before', ...edges.map((edge) => new Date(edge).toISOString())]
  const rows = derive(scan('events', start, start + 500 * hour), {
    label: shownLabel(bin(column('timestamp'), edges, labels)),
    bucket: bucket(column('timestamp'), edges),
  })
  const plans = [
    sort(
      aggregate(rows, { label: column('label') }, { n: count(), people: countDistinct(column('person')) }),
      [ascending(column('label'))],
    ),
    sort(
      aggregate(rows, { bucket: column('bucket') }, { n: count(), people: countDistinct(column('person')) }),
      [ascending(column('bucket'))],
    ),
  ]
  const answers = []
  for (const one of [memory, store]) {
    await one.createWorkspace(workspace)
    await one.append(workspace, {
      events: Array.from({ length: 300 }, (_, index) => ({
        timestamp: start + index * 97 * 60_000,
        event_name: 'e',
        device_id: `d${index % 50}`,
        session_id: null,
        user_id: null,
        message_id: null,
        seq: index,
        context: {},
        properties: {},
      })),
      logs: [],
      links: [],
      traits: [],
      contexts: [],
      metrics: [],
    })
    const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 10_000 }
    answers.push(await Promise.all(plans.map((plan) => askStore(one, workspace, plan, limits))))
    await one.dropWorkspace(workspace)
  }
  t.strictSame(answers[1], answers[0])
  t.ok((answers[0]?.[0]?.length ?? 0) > 200)
})

t.test('first and last texts come from rollups', (t) => endsHold(t, memory, store))

t.test('a guessed type is checked on every shard', (t) => guessesHold(t, memory, store))
