import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import t from 'tap'
import {
  aggregate,
  column,
  count,
  countDistinct,
  join,
  math,
  scan,
  select,
  sort,
  spine,
  type AnalyticsStore,
  type Batch,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createDuckDbStore } from './store.js'

const workspace = { id: 'ws_1', number: 1 }
const limits = { timeMs: 60_000, memoryBytes: 1e9, rows: 1_000 }

const batchOf = (parts: Partial<Batch>): Batch => ({
  ...{ events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] },
  ...parts,
})
const event = (seq: number, message_id: string | null = null): Batch['events'][number] => ({
  ...{ timestamp: 1_000 * seq, event_name: 'open', device_id: `d${seq}`, session_id: null, user_id: null },
  ...{ message_id, seq, context: {}, properties: { n: seq } },
})
const counted = aggregate(scan('events'), {}, { n: count() })
const ask = (
  store: AnalyticsStore,
  plan: Relation,
  own: Partial<typeof limits> = {},
  signal?: AbortSignal,
): Promise<readonly Row[]> => store.run(store.compile(workspace, plan), { ...limits, ...own }, signal)

const pairs = (size: number): Relation => join('inner', spine('a', size), spine('b', size), [])
/** Far more work than any budget here: 10^11 pairs. */
const endless = aggregate(pairs(330_000), {}, { n: countDistinct(math('*', column('a'), column('b'))) })
/** Far more groups than fit in memory. */
const wide = aggregate(pairs(20_000), { k: math('*', column('a'), column('b')) }, { n: count() })
const numbers = (n: number): Relation => select(sort(spine('a', n), []), { a: column('a') })

async function opened(
  t: { teardown(work: () => unknown): void },
  memoryBytes = 1e9,
): Promise<AnalyticsStore> {
  const store = createDuckDbStore({ directory: null, memoryBytes, log: silentLog })
  t.teardown(() => store.close())
  await store.createWorkspace(workspace)
  return store
}

t.test('a question ends at its limit of time, of rows and of memory, and the next is answered', async (t) => {
  const store = await opened(t, 200_000_000)
  await t.rejects(ask(store, endless, { timeMs: 100 }), { code: 'TIMEOUT', message: /QUERY_TIMEOUT/ })
  t.same(await ask(store, numbers(2)), [{ a: 0 }, { a: 1 }])
  await t.rejects(ask(store, numbers(1_001)), { code: 'VALIDATION_ERROR' })
  t.equal((await ask(store, numbers(1_000))).length, 1_000)
  await t.rejects(ask(store, wide), { code: 'TIMEOUT', message: /QUERY_MEMORY/ })
  t.same(await ask(store, numbers(1)), [{ a: 0 }])
})

t.test('a question whose client is gone is interrupted', async (t) => {
  const store = await opened(t)
  const client = new AbortController()
  const asked = ask(store, endless, {}, client.signal)
  client.abort()
  await t.rejects(asked)
  await t.rejects(ask(store, numbers(1), {}, AbortSignal.abort()))
  const later = new AbortController()
  const running = ask(store, endless, {}, later.signal)
  setTimeout(() => later.abort(), 50)
  await t.rejects(running)
  t.same(await ask(store, numbers(1)), [{ a: 0 }])
})

t.test('many endless questions leave threads for appends', async (t) => {
  const store = await opened(t)
  const client = new AbortController()
  const asked = Array.from({ length: 8 }, () => ask(store, endless, {}, client.signal))
  await store.append(workspace, batchOf({ events: [event(1)] }))
  t.notOk(client.signal.aborted, 'the append does not wait for the questions')
  client.abort()
  for (const one of await Promise.allSettled(asked)) t.equal(one.status, 'rejected')
  t.same(await ask(store, counted), [{ n: 1 }])
})

t.test('a message counts once, in a batch, in a repeat and in appends side by side', async (t) => {
  const store = await opened(t)
  const batch = batchOf({ events: [event(1, 'a'), event(2, 'b'), event(3, 'a'), event(4)] })
  await Promise.all([store.append(workspace, batch), store.append(workspace, batch)])
  t.same(await ask(store, counted), [{ n: 4 }], 'a and b once, the event without an id twice')
})

t.test(
  'what is stored is there after the file is opened again, and no second process opens it',
  async (t) => {
    const directory = mkdtempSync(joinPath(tmpdir(), 'sextant-duckdb-'))
    t.teardown(() => rmSync(directory, { recursive: true }))
    const first = createDuckDbStore({ directory, memoryBytes: 1e9, log: silentLog })
    await first.createWorkspace(workspace)
    const before = await first.dataVersion(workspace)
    await first.append(workspace, batchOf({ events: [event(1), event(2)] }))
    t.not(await first.dataVersion(workspace), before)
    await first.close()
    const second = createDuckDbStore({ directory, memoryBytes: 1e9, log: silentLog })
    t.teardown(() => second.close())
    await second.start([workspace, { id: 'ws_2', number: 2 }])
    t.same(await ask(second, counted), [{ n: 2 }])
    t.same(await second.run(second.compile({ id: 'ws_2', number: 2 }, counted), limits), [{ n: 0 }])
    const usage = await second.capacity?.()
    t.ok((usage?.dataBytes ?? 0) > 0)
    t.ok((usage?.disk?.free ?? 0) > 0)
  },
)

t.test('a workspace is created once, and gone once it is dropped', async (t) => {
  const store = await opened(t)
  await t.rejects(store.createWorkspace(workspace), { code: 'CONFLICT' })
  await store.dropWorkspace(workspace)
  await store.dropWorkspace(workspace)
  await t.rejects(ask(store, counted), { code: 'NOT_FOUND' })
  await t.rejects(store.append(workspace, batchOf({ events: [event(1)] })), { code: 'NOT_FOUND' })
  await store.createWorkspace(workspace)
  t.same(await ask(store, counted), [{ n: 0 }])
})

t.test('the engine reads no file and no address, and its settings are locked', async (t) => {
  const store = await opened(t)
  const raw = (text: string): Promise<readonly Row[]> =>
    store.run({ workspace, text, parameters: {}, columns: { a: 'text' } }, limits)
  await t.rejects(raw(`SELECT content AS a FROM read_text('/etc/passwd')`), /Permission|disabled/)
  await t.rejects(raw(`SET enable_external_access = true`), /locked|Invalid|Cannot/)
})
