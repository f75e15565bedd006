import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { column, scan, select, type AnalyticsStore, type Batch } from 'sextant/storage'
import { storeSuite } from 'sextant/testing'
import { createStore } from './store.js'

const folder = mkdtempSync(join(tmpdir(), 'acme-thing-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// Every conformance case, every promise of a storage, and random plans against the reference; one after the other.
test('the laws of every storage', async (t) => {
  const suite = await storeSuite({ open: () => createStore(join(folder, 'laws.jsonl')), runs: 2 })
  for (const { name, check } of suite.laws) await t.test(name, check)
  await suite.close()
})

const workspace = { id: 'ws_1', number: 1 }
const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const batch = (message_id: string): Batch => ({
  ...nothing,
  events: [
    {
      timestamp: Date.UTC(2026, 0, 5),
      event_name: 'open',
      device_id: 'phone',
      session_id: null,
      user_id: null,
      message_id,
      seq: 1,
      context: {},
      properties: { n: 1 },
    },
  ],
})
const names = select(scan('events'), { name: column('event_name') })
const eventsIn = async (store: AnalyticsStore): Promise<number> => {
  const limits = { timeMs: 10_000, memoryBytes: 1_000_000_000, rows: 100 }
  return (await store.run(store.compile(workspace, names), limits)).length
}

test('acknowledged events survive a restart, and a line that a crash cut off does not count', async () => {
  const path = join(folder, 'restart.jsonl')
  const first = await createStore(path)
  await first.createWorkspace(workspace)
  await first.append(workspace, batch('a'))
  await first.append(workspace, batch('b'))
  const version = await first.dataVersion(workspace)
  await first.close()
  appendFileSync(path, '{"kind":"appended","worksp')

  const second = await createStore(path)
  assert.equal(await eventsIn(second), 2)
  assert.notEqual(await second.dataVersion(workspace), version)
  await second.append(workspace, batch('a')) // stored before: counts once
  await second.append(workspace, batch('c'))
  assert.equal(await eventsIn(second), 3)
  await second.close()

  const third = await createStore(path)
  assert.equal(await eventsIn(third), 3)
  await third.close()
})
