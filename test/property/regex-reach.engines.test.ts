import { randomInt } from 'node:crypto'
import t from 'tap'
import { match, property, regexReach, scan, select, where } from '../../contract/index.js'
import { batchOf, event } from '../../storage-adapters/memory/test-store.js'
import { testStores } from '../support/stores.js'
import { askStore } from '../../core/run/ask-store.js'

const limits = { timeMs: 30_000, memoryBytes: 1_000_000_000, rows: 1_000 }

t.test('a regular expression sees the same first characters on every store', async (t) => {
  const { memory, clickhouse, postgres, duckdb, close } = await testStores()
  t.teardown(close)
  const workspace = { id: 'ws_reach', number: randomInt(1, 2 ** 40) }
  const reached = `${'é'.repeat(regexReach - 2)}😀b`
  const values = ['b', reached, `${reached}c`, `x${reached}`, null]
  const events = values.map((v, seq) => event(seq, { properties: v === null ? {} : { v } }))
  for (const store of [memory, clickhouse, postgres, duckdb]) {
    await store.createWorkspace(workspace)
    t.teardown(() => store.dropWorkspace(workspace))
    await store.append(workspace, batchOf({ events }))
    const found = async (pattern: string): Promise<unknown> => {
      const kept = where(scan('events'), match('regex', property('v', 'text'), pattern))
      const rows = await askStore(store, workspace, select(kept, { v: property('v', 'text') }), limits)
      return rows.map(({ v }) => values.indexOf(v as string)).sort()
    }
    t.strictSame(await found('b$'), [0, 1, 2], 'what follows is not seen')
    t.strictSame(await found('c'), [])
    t.strictSame(await found('é$'), [])
    t.strictSame(await found('^x.*😀$'), [3], 'the reach is counted in characters')
    t.strictSame(await found(''), [0, 1, 2, 3])
  }
})
