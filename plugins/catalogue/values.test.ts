import t from 'tap'
import type { Batch, CatalogueSource, EventRow, JsonObject, RecordStore } from '../../contract/index.js'
import type { createCatalogue } from './catalogue.js'
import { batchOf, empty, openCatalogues, other, store, workspace } from './test-catalogues.js'

type Catalogue = ReturnType<typeof createCatalogue>
const nothingBefore = () => Promise.reject(new Error('nothing was stored before'))
const old = { id: 'ws_old', number: 3 }

const listIn =
  (where = workspace, start: Parameters<Catalogue['values']>[3] = nothingBefore) =>
  (catalogue: Catalogue, field: string, search?: string, limit = 100, source: CatalogueSource = 'events') =>
    catalogue.values(where, source, { field, search, limit }, start)
const list = listIn()
const whole = (...values: readonly string[]) => ({ values, whole: true, since: null })
const plans = (...names: readonly string[]): Batch => batchOf(...names.map((plan): JsonObject => ({ plan })))
const ids = (from: number, count: number): Batch =>
  batchOf(...Array.from({ length: count }, (_, n): JsonObject => ({ id: `id ${from + n}`, plan: 'pro' })))

t.test('the values of a field', async (t) => {
  const { open } = await openCatalogues(t)
  const catalogue = open()
  await store(
    catalogue,
    batchOf(
      { plan: 'Pro', n: 1, ok: true, list: [1], a: { b: 'hidden', 'c.d': 1 }, 'a.b': 'outer', blank: '' },
      { plan: 'pro', n: 1.5, a: { b: 'inner' } },
      { plan: 'Pro', n: 1e21, a: { b: null } },
      { plan: '.*', n: 1 },
      { plan: 'ÄPFEL', n: -0 },
    ),
  )
  t.strictSame(await list(catalogue, 'properties.plan'), whole('Pro', '.*', 'pro', 'ÄPFEL'))
  t.strictSame(await list(catalogue, 'properties.plan', 'PRO'), whole('Pro', 'pro'))
  t.strictSame(await list(catalogue, 'properties.plan', 'äpf'), whole('ÄPFEL'))
  t.strictSame(await list(catalogue, 'properties.plan', '.*'), whole('.*'), 'no character is special')
  t.strictSame(await list(catalogue, 'properties.plan', 'none'), whole())
  t.match(await list(catalogue, 'properties.plan', '', 2), { values: ['Pro', '.*'], whole: false })
  t.strictSame(await list(catalogue, 'properties.n'), whole('1', '0', '1.5', '1e+21'))
  t.strictSame(await list(catalogue, 'properties.ok'), whole('true'))
  t.strictSame(await list(catalogue, 'properties.blank'), whole(''))
  t.strictSame(
    await list(catalogue, 'properties.a.b'),
    whole('inner', 'outer'),
    'the hidden one is not listed',
  )
  t.equal(await list(catalogue, 'properties.list'), null, 'an array has none')
  t.equal(await list(catalogue, 'properties.never'), null)
  t.equal(await listIn(other)(catalogue, 'properties.plan'), null)
  await store(catalogue, plans('pro', 'pro', 'new'))
  t.strictSame(await list(catalogue, 'properties.plan'), whole('pro', 'Pro', '.*', 'new', 'ÄPFEL'))
})

t.test('columns', async (t) => {
  const { open } = await openCatalogues(t)
  const catalogue = open()
  const event = (event_name: string, country: string): EventRow =>
    ({
      ...{ event_name, device_id: 'd', session_id: null },
      timestamp: 1,
      context: { country },
      properties: {},
    }) as unknown as EventRow
  const log = {
    timestamp: 1,
    level: 'error',
    service: '',
    source: null,
    session_id: null,
    message: { message: 'm' },
  }
  await store(catalogue, {
    ...empty,
    events: [event('open', 'DE'), event('open', ''), event('buy', 'DE')],
    logs: [log] as unknown as Batch['logs'],
  })
  t.strictSame(await list(catalogue, 'event_name'), whole('open', 'buy'))
  t.strictSame(await list(catalogue, 'country'), whole('DE'), 'an empty one is none')
  t.strictSame(await list(catalogue, 'device_id'), whole('d'))
  for (const field of ['session_id', 'user_id', 'city']) t.equal(await list(catalogue, field), null, field)
  t.strictSame(await list(catalogue, 'level', '', 100, 'logs'), whole('error'))
  t.strictSame(await list(catalogue, 'message.message', '', 100, 'logs'), whole('m'))
  t.equal(await list(catalogue, 'service', '', 100, 'logs'), null)
})

t.test('a killed process loses no value, and two processes add up', async (t) => {
  const { open } = await openCatalogues(t)
  const killed = open()
  await store(killed, plans('first'))
  await killed.note(workspace, plans('first', 'second'))
  const [one, two] = [open(), open()]
  t.strictSame(await list(one, 'properties.plan'), whole('first', 'second'))
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      store(n % 2 === 0 ? one : two, plans('second', `own ${n}`, 'third')),
    ),
  )
  await list(two, 'properties.plan')
  const found = await list(one, 'properties.plan')
  t.equal(found?.values.length, 43)
  t.strictSame(found?.values.slice(0, 2), ['second', 'third'])
})

t.test('a million ids are one row, with the frequent ones first', async (t) => {
  const { open, records } = await openCatalogues(t)
  const each = { random: () => 0 }
  const catalogue = open(10_000, records, each)
  for (let sent = 0; sent < 6_000; sent += 2_000) {
    await store(catalogue, ids(sent, 2_000))
    await store(catalogue, batchOf(...Array.from({ length: 20 }, () => ({ id: 'often' }))))
  }
  const first = await list(catalogue, 'properties.id', '', 1_000)
  t.match(first, { whole: false, since: null })
  t.equal(first?.values.length, 1_000)
  t.equal(first?.values[0], 'often')
  t.match(await list(catalogue, 'properties.id', 'oft'), { values: ['often'], whole: false })
  t.strictSame(await list(catalogue, 'properties.plan'), whole('pro'))
  const rows = await records.query<object>(
    `SELECT state, size, json_array_length(counts) AS kept FROM property_values WHERE field = 'properties.id'`,
  )
  t.strictSame(rows, [{ state: 'frequent', size: 1_000, kept: 1_000 }])
  const seldom = open(10_000, records, { random: () => 1 / 16 })
  await store(seldom, ids(7_000, 100))
  t.match(
    await list(seldom, 'properties.id', 'id 70'),
    { values: [], whole: false },
    'one row in sixteen is counted',
  )
  await store(seldom, plans('new'))
  t.strictSame(
    await list(seldom, 'properties.plan'),
    whole('pro', 'new'),
    'where all values are kept, every row',
  )
  const next = open(10_000, records, each)
  await store(next, ids(6_000, 10))
  t.equal((await list(next, 'properties.id'))?.values[0], 'often', 'also in the next process')
  await store(next, plans('x'.repeat(201)))
  t.match(
    await list(next, 'properties.plan'),
    { values: ['pro'], whole: false },
    'a long value is in the rows',
  )
})

t.test('a workspace has so many values', async (t) => {
  const { open, records } = await openCatalogues(t)
  const parts = { mostValues: 1_500 }
  const catalogue = open(10_000, records, parts)
  await store(catalogue, plans('free', 'pro'))
  await store(catalogue, ids(0, 1_100))
  await store(catalogue, batchOf(...Array.from({ length: 600 }, (_, n) => ({ sku: `sku ${n}` }))))
  t.equal(await list(catalogue, 'properties.sku'), null)
  t.equal((await list(catalogue, 'properties.id'))?.values.length, 100)
  await store(catalogue, plans('free'))
  t.strictSame(await list(catalogue, 'properties.plan'), whole('pro', 'free'))
  const next = open(10_000, records, parts)
  await store(next, batchOf({ sku: 'sku 1' }))
  t.equal(await list(next, 'properties.sku'), null, 'it stays so')
})

t.test('rows that are older than the list are read once', async (t) => {
  const { open } = await openCatalogues(t)
  const [one, two] = [open(), open()]
  let starts = 0
  const start = (most: number) => {
    starts++
    t.equal(most, 1_001)
    return Promise.resolve({ since: 5_000, found: [['before', 9] as const, ['both', 2] as const] })
  }
  await store(one, plans('both', 'later', 'later', 'later', 'later'), old)
  const before = listIn(old, start)
  await Promise.all([before(one, 'properties.plan'), before(two, 'properties.plan')])
  t.ok(starts >= 1)
  const kept = { values: ['before', 'later', 'both'], whole: true, since: 5_000 }
  t.strictSame(await listIn(old)(two, 'properties.plan'), kept)
  await store(one, plans(...Array.from({ length: 8 }, () => 'both')), old)
  t.match(await listIn(old)(one, 'properties.plan'), { values: ['both', 'before', 'later'] })
  t.equal(await listIn(old)(one, 'country'), null, 'a field that never occurred since has no list')

  const many = Array.from({ length: 1_001 }, (_, n) => [`old ${n}`, 1] as const)
  await store(one, ids(0, 1), old)
  const found = await listIn(old, () => Promise.resolve({ since: null, found: many }))(one, 'properties.id')
  t.match(found, { whole: false, since: null })
})

t.test('values that came while the records were away are read from the rows', async (t) => {
  const { open, records } = await openCatalogues(t)
  let away = false
  const lost = () => Promise.reject(new Error('away'))
  const broken: RecordStore = {
    ...records,
    query: (...asked) => (away ? lost() : records.query(...asked)),
    transaction: (work) => (away ? lost() : records.transaction(work)),
  }
  const catalogue = open(10_000, broken)
  await store(catalogue, plans('kept'))
  away = true
  await store(catalogue, plans('kept', 'unseen'))
  away = false
  const start = () => Promise.resolve({ since: null, found: [['unseen', 1] as const, ['kept', 2] as const] })
  t.strictSame(await listIn(workspace, start)(catalogue, 'properties.plan'), whole('kept', 'unseen'))
  t.strictSame(await list(catalogue, 'properties.plan'), whole('kept', 'unseen'), 'once')
})

t.test('a name that is not listed has no values; if it is listed later, older rows are read', async (t) => {
  const { open } = await openCatalogues(t)
  const few = open(1)
  await store(few, plans('a'))
  await store(few, batchOf({ plan: 'a', unlisted: 'b' }))
  t.strictSame(await list(few, 'properties.plan'), whole('a'))
  t.equal(await list(few, 'properties.unlisted'), null)
  const more = open(10)
  await store(more, batchOf({ unlisted: 'c' }))
  const start = () => Promise.resolve({ since: null, found: [['b', 2] as const, ['c', 1] as const] })
  t.strictSame(await listIn(workspace, start)(more, 'properties.unlisted'), whole('b', 'c'))
  t.strictSame(await list(more, 'properties.plan'), whole('a'), 'lists that are there have all')
})

t.test('where the newest rows begin', async (t) => {
  const { open, records } = await openCatalogues(t)
  const each = { random: () => 0 }
  const [one, two] = [open(10_000, records, each), open(10_000, records, each)]
  t.equal(await one.newest(workspace, 'events', 100_000), null)
  t.equal(await one.newest(old, 'events', 100_000), undefined, 'older rows are not sampled')
  const rows = (from: number, count: number): Batch => ({
    ...empty,
    events: Array.from({ length: count }, (_, n) => ({
      timestamp: from + n,
      context: {},
      properties: {},
    })) as unknown as readonly EventRow[],
  })
  await store(one, rows(0, 60))
  t.equal(await one.newest(workspace, 'events', 100_000), null)
  await store(two, rows(60, 60))
  t.equal(await two.newest(workspace, 'events', 100_000), 20)
  t.equal(await two.newest(workspace, 'events', 1_000_000), null)
  await store(two, rows(0, 2_000))
  t.equal(await two.newest(workspace, 'events', 100_000), 1_900)
  const [kept] = await records.query(`SELECT cardinality(times) AS kept FROM property_samples`)
  t.strictSame(kept, { kept: 1_000 })
})
