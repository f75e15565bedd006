import t from 'tap'
import type { AnalyticsStore, CompiledQuery, Log, Row } from '../../contract/index.js'
import { createDataVersions } from './data-versions.js'
import { questionKey } from './question-key.js'
import { createResultCache } from './result-cache.js'

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, n) => ({ n, name: `name ${n}`, tags: ['a', { b: null }] }))

t.test('what is kept stays below its bound', (t) => {
  const bytes = 200_000
  const cache = createResultCache(bytes)
  for (let question = 0; question < 200; question++) {
    cache.set(`q${question}`, 'v', rowsOf(50))
    cache.get('q0', 'v')
    if (cache.bytes > bytes) t.fail(`${cache.bytes} bytes`)
  }
  t.ok(cache.bytes > bytes / 2, `${cache.bytes} bytes are used`)
  t.same(cache.get('q0', 'v'), rowsOf(50), 'what is asked for stays')
  t.equal(cache.get('q1', 'v'), undefined, 'what was not asked for longest goes')
  t.same(cache.get('q199', 'v'), rowsOf(50))

  const small = createResultCache(10_000)
  small.set('q', 'v', [{ name: 'x'.repeat(10_000) }])
  t.equal(small.get('q', 'v'), undefined, 'one that is too large is not kept')
  small.set('q', 'v', rowsOf(1))
  small.set('q', 'w', rowsOf(1_000))
  t.equal(small.get('q', 'v'), undefined, 'and ends what it would have taken the place of')
  t.equal(small.bytes, 0)

  const none = createResultCache(0)
  none.set('q', 'v', [])
  t.equal(none.get('q', 'v'), undefined)
  t.end()
})

t.test('the bound is one of memory, not of JSON', (t) => {
  const cache = createResultCache(1e9)
  const rows = rowsOf(10_000)
  cache.set('q', 'v', rows)
  t.ok(cache.bytes > 2 * JSON.stringify(rows.map((row) => Object.values(row))).length)
  t.end()
})

t.test('rows of other data take the place of older ones', (t) => {
  const cache = createResultCache(1e6)
  cache.set('q', 'v', rowsOf(3))
  const { bytes } = cache
  cache.set('q', 'w', rowsOf(3))
  t.equal(cache.bytes, bytes)
  t.equal(cache.get('q', 'v'), undefined)
  t.same(cache.get('q', 'w'), rowsOf(3))
  t.end()
})

t.test('questions that differ have different keys', (t) => {
  const workspace = { id: 'ws_1', number: 1 }
  const query = (change: Partial<CompiledQuery>): CompiledQuery => ({
    workspace,
    text: 'SELECT {p:Int64}',
    parameters: { p: 1 },
    columns: {},
    ...change,
  })
  const different = [
    query({}),
    query({ workspace: { id: 'ws_2', number: 1 } }),
    query({ workspace: { id: 'ws_1', number: 2 } }),
    query({ text: 'SELECT {p:Int32}' }),
    ...[2, '1', 1n, '1n', null, NaN, Infinity, -Infinity, 0, -0, [1], ['1'], { plan: 1 }, { plan: 1n }].map(
      (p) => query({ parameters: { p } }),
    ),
    query({ parameters: { p: 1, q: 1 } }),
    query({ parameters: { q: 1 } }),
  ]
  t.equal(new Set(different.map(questionKey)).size, different.length)
  t.equal(questionKey(query({})), questionKey(query({ parameters: { p: 1 } })))
  t.end()
})

t.test('a version is read after it was asked for, once for all who wait', async (t) => {
  const readings: { end(version: string | Error): void }[] = []
  const store: Pick<AnalyticsStore, 'dataVersion'> = {
    dataVersion: () =>
      new Promise((resolve, reject) => {
        readings.push({
          end: (version) => (typeof version === 'string' ? resolve(version) : reject(version)),
        })
      }),
  }
  const told: string[] = []
  const say = (_: object, message: string): void => void told.push(message)
  const log: Log = { debug: say, info: say, warn: say, error: say }
  const read = createDataVersions(store, log)
  const workspace = { id: 'ws_1', number: 1 }
  const first = read(workspace)
  const waiting = [read(workspace), read(workspace)]
  const other = read({ id: 'ws_2', number: 2 })
  t.equal(readings.length, 2, 'each workspace has readings of its own')
  readings[1]!.end('other')
  t.equal(await other, 'other')
  readings[0]!.end('before')
  t.equal(await first, 'before')
  t.equal(readings.length, 3, 'the next begins when the one under way has ended')
  const late = read(workspace)
  readings[2]!.end('after')
  t.same(await Promise.all(waiting), ['after', 'after'])
  t.equal(readings.length, 4, 'who came while it was under way waits for one more')
  readings[3]!.end(new Error('no answer'))
  t.equal(await late, null)
  t.equal(told.length, 1)
  const last = read(workspace)
  readings[4]!.end('again')
  t.equal(await last, 'again')
})
