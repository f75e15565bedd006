import type { AnalyticsStore, Batch, EventRow, Relation, Row } from '../../contract/index.js'
import { createMemoryStore } from './store.js'
import { patience } from '../../test/support/patience.js'

/** Test support of this folder: a store with data, and queries of it. */
export const workspace = { id: 'ws_1', number: 1 }
export const limits = { timeMs: patience, memoryBytes: 1e9, rows: 1000 }

export const event = (seq: number, fields: Partial<EventRow> = {}): EventRow => ({
  timestamp: 1000 * seq,
  event_name: 'open',
  device_id: 'd1',
  session_id: null,
  user_id: null,
  message_id: null,
  seq,
  context: {},
  properties: {},
  ...fields,
})

export const batchOf = (parts: Partial<Batch>): Batch => ({
  events: [],
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
  ...parts,
})

export async function storeWith(parts: Partial<Batch>): Promise<AnalyticsStore> {
  const store = createMemoryStore()
  await store.createWorkspace(workspace)
  await store.append(workspace, batchOf(parts))
  return store
}

export const ask = (store: AnalyticsStore, plan: Relation, rows = limits.rows): Promise<readonly Row[]> =>
  store.run(store.compile(workspace, plan), { ...limits, rows })

/** The rows of a plan over events with these properties and seq 0, 1, 2 …, one second apart. */
export const askOver = async (
  plan: Relation,
  ...items: readonly EventRow['properties'][]
): Promise<readonly Row[]> =>
  ask(await storeWith({ events: items.map((properties, seq) => event(seq, { properties })) }), plan)
