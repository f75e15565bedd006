import t from 'tap'
import type { JsonObject, RecordStore } from '../../contract/index.js'
import { batchOf, day, openCatalogues, other, store, workspace } from './test-catalogues.js'

const everything = { prefix: 'properties.', limit: 10_000 }
const nothingBefore = () => Promise.reject(new Error('nothing was stored before'))

t.test('what is kept of a name', async (t) => {
  const { open } = await openCatalogues(t)
  const catalogue = open()
  const deep = { b: { c: 1, 'x.y': 2 }, '': 3 }
  await store(
    catalogue,
    batchOf(
      { plan: 'pro', a: deep, 'd.e': true, 'f.g': { h: 1 }, nothing: null, none: {}, '': 1 },
      { plan: 3 },
      {
        plan: 'x'.repeat(101),
        list: [1],
      },
    ),
  )
  const { rows, names, more, full } = await catalogue.names(workspace, 'events', everything, nothingBefore)
  t.strictSame({ rows, more, full }, { rows: 3, more: false, full: false })
  t.strictSame(names, [
    {
      name: 'plan',
      types: ['text', 'number'],
      examples: ['pro', '3'],
      rows: 3,
      firstSeen: 0,
      lastSeen: 2_000,
    },
    { name: 'a.b.c', types: ['number'], examples: ['1'], rows: 1, firstSeen: 0, lastSeen: 0 },
    { name: 'd.e', types: ['boolean'], examples: ['true'], rows: 1, firstSeen: 0, lastSeen: 0 },
    { name: 'list', types: ['array'], examples: [], rows: 1, firstSeen: 2_000, lastSeen: 2_000 },
  ])
  const search = async (text: string, type?: 'number') =>
    (
      await catalogue.names(workspace, 'events', { ...everything, search: text, type }, nothingBefore)
    ).names.map(({ name }) => name)
  t.strictSame(await search('PLAN'), ['plan'])
  t.strictSame(await search('properties.d'), ['d.e'])
  t.strictSame(await search('%'), [])
  t.strictSame(await search('', 'number'), ['plan', 'a.b.c'])
  const cut = await catalogue.names(workspace, 'events', { prefix: '', limit: 1 }, nothingBefore)
  t.strictSame([cut.names.length, cut.more], [1, true])
  t.strictSame((await catalogue.names(other, 'events', everything, nothingBefore)).names, [])
  t.strictSame((await catalogue.names(workspace, 'traits', everything, nothingBefore)).names, [])
})

t.test('a killed process loses no name, and two processes add up', async (t) => {
  const { open, records, clock } = await openCatalogues(t)
  const killed = open()
  await killed.note(workspace, batchOf({ first: 1 }))
  const [recorded] = await records.query(`SELECT name FROM property_names WHERE name <> ''`)
  t.strictSame(recorded, { name: 'first' }, 'before it is stored')
  const [one, two] = [open(), open()]
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      store(n % 2 === 0 ? one : two, batchOf({ first: n, [`own ${n}`]: 'v' })),
    ),
  )
  for (const catalogue of [one, two]) await catalogue.names(workspace, 'events', everything, nothingBefore)
  clock.now += day
  await store(one, batchOf({ first: 0 }))
  await Promise.all([one.close(), two.close()])
  const { rows, names } = await open().names(workspace, 'events', everything, nothingBefore)
  t.equal(rows, 41)
  t.equal(names.length, 41)
  t.match(names[0], { name: 'first', rows: 41, types: ['number'] })
  t.equal(names[0]?.examples.length, 3)
  const days = await records.query(
    `SELECT (day - '1970-01-01'::date) AS day, rows::int FROM property_days WHERE name = 'first' ORDER BY day`,
  )
  t.strictSame(days, [
    { day: 20_000, rows: 40 },
    { day: 20_001, rows: 1 },
  ])
  clock.now += 100 * day
  const later = open()
  await store(later, batchOf({ first: 0 }))
  await later.close()
  t.strictSame(
    await records.query('SELECT count(*)::int AS days FROM property_days'),
    [{ days: 2 }],
    'old days go',
  )
  await records.query(`DELETE FROM workspaces WHERE id = 'ws_one'`)
  t.strictSame(await records.query('SELECT count(*)::int AS names FROM property_names'), [{ names: 0 }])
  await store(one, batchOf({ after: 1 }))
  await one.close()
  t.strictSame(await records.query('SELECT count(*)::int AS names FROM property_names'), [{ names: 0 }])
})

t.test('a workspace has so many names', async (t) => {
  const { open } = await openCatalogues(t)
  const catalogue = open(100)
  const many = (from: number, count: number): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${from + n}`, n]))
  await store(catalogue, batchOf(many(0, 99)))
  t.equal(catalogue.isFull(workspace), false)
  await store(catalogue, batchOf(many(90, 20), { p0: 1 }))
  t.equal(catalogue.isFull(workspace), true)
  t.strictSame(catalogue.state(), { full: 1, unlisted: 10 })
  await store(catalogue, { ...batchOf(many(500, 50), { p0: 1 }), traits: [] })
  await store(catalogue, batchOf(many(0, 3)), other)
  t.equal(catalogue.isFull(other), false)
  const { names, full, rows } = await catalogue.names(workspace, 'events', everything, nothingBefore)
  t.strictSame([names.length, full, rows], [100, true, 5])
  t.match(names[0], { name: 'p0', rows: 3 })
  const again = open(100)
  await store(again, batchOf(many(800, 2)))
  t.equal(again.isFull(workspace), true, 'also in the next process')
  t.equal((await again.names(workspace, 'events', everything, nothingBefore)).names.length, 100)
})

t.test('a request that brings more names than are listed', async (t) => {
  const { open, records } = await openCatalogues(t)
  let statements = 0
  const counted: RecordStore = {
    ...records,
    query: (...asked) => {
      if (asked[0].includes('property_names')) statements++
      return records.query(...asked)
    },
  }
  const catalogue = open(4_500, counted)
  const many = (from: number): JsonObject =>
    Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`p${from + n}`, n]))
  await store(catalogue, batchOf(many(0)))
  t.strictSame(catalogue.state(), { full: 1, unlisted: 4_500 })
  t.equal(statements, 7, 'the names are read once, and recorded 2,000 at a time until no more fit')
  statements = 0
  await store(catalogue, batchOf(many(9_000)))
  t.equal(statements, 0, 'afterwards new names cost no statement')
  t.equal(catalogue.state().unlisted, 13_500)
  await catalogue.names(workspace, 'events', everything, nothingBefore)
  t.strictSame(await records.query(`SELECT count(*)::int AS names FROM property_names WHERE name <> ''`), [
    { names: 4_500 },
  ])
})

t.test('odd names', async (t) => {
  const { open } = await openCatalogues(t)
  const catalogue = open()
  const names = [
    '__proto__',
    'constructor',
    `it's "q"`,
    'a b',
    '😀',
    '%',
    '$1',
    'é'.repeat(500),
    'x'.repeat(1_000),
  ]
  const object = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:1`).join(',')}}`) as JsonObject
  await store(catalogue, batchOf({ ...object, ['__proto__']: 1, ['x'.repeat(1_001)]: 1, 'nul\0': 1 }))
  const found = await catalogue.names(workspace, 'events', everything, nothingBefore)
  t.strictSame(found.names.map(({ name }) => name).sort(), [...names].sort())
  t.equal(catalogue.state().unlisted, 2)
})

t.test('a workspace older than its catalogue begins with a sample, once', async (t) => {
  const { open, records } = await openCatalogues(t)
  const old = { id: 'ws_old', number: 3 }
  const [one, two] = [open(), open()]
  await store(one, batchOf({ fresh: 1, old: 1 }), old)
  let starts = 0
  const start = () => {
    starts++
    return Promise.resolve({
      rows: 10,
      found: [
        { name: 'old', type: 'text' as const, rows: 6 },
        { name: 'old', type: 'number' as const, rows: 4 },
        { name: 'x'.repeat(2_000), type: 'text' as const, rows: 1 },
      ],
    })
  }
  await Promise.all([
    one.names(old, 'events', everything, start),
    two.names(old, 'events', everything, start),
  ])
  t.ok(starts >= 1)
  const { rows, names } = await two.names(old, 'events', everything, nothingBefore)
  t.equal(rows, 11)
  t.strictSame(
    names.map(({ name, rows, types, firstSeen }) => [name, rows, types, firstSeen]),
    [
      ['old', 11, ['text', 'number'], null],
      ['fresh', 1, ['number'], 0],
    ],
  )
  await store(one, batchOf({ old: 2 }), old)
  t.match((await one.names(old, 'events', everything, nothingBefore)).names[0], { name: 'old', rows: 12 })
  t.strictSame(await records.query(`SELECT count(*)::int AS left FROM property_starts`), [{ left: 4 }])
})

t.test('data is taken while the records are away, and names are recorded afterwards', async (t) => {
  const { open, records } = await openCatalogues(t)
  let away = true
  const broken: RecordStore = {
    ...records,
    query: (...asked) => (away ? Promise.reject(new Error('away')) : records.query(...asked)),
  }
  const catalogue = open(10_000, broken)
  await store(catalogue, batchOf({ lost: 1 }))
  away = false
  await store(catalogue, batchOf({ kept: 1 }))
  away = true
  await t.rejects(catalogue.names(workspace, 'events', everything, nothingBefore))
  away = false
  const { names, rows } = await catalogue.names(workspace, 'events', everything, nothingBefore)
  t.strictSame(
    [names.map(({ name }) => name), rows],
    [['kept'], 1],
    'counts that failed once are added later',
  )
})

t.test('a deleted workspace takes no memory', async (t) => {
  const { open } = await openCatalogues(t)
  const catalogue = open(1)
  await store(catalogue, batchOf({ plan: 'pro', more: 1 }))
  t.equal(catalogue.state().full, 1)
  catalogue.forget(other.id)
  t.equal(catalogue.state().full, 1)
  catalogue.forget(workspace.id)
  t.equal(catalogue.state().full, 0)
})
