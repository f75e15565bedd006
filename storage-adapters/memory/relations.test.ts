import t from 'tap'
import {
  aggregate,
  ascending,
  avg,
  column,
  columnsOf,
  count,
  countDistinct,
  derive,
  descending,
  first,
  join,
  last,
  max,
  min,
  presence,
  presenceOperator,
  property,
  quantile,
  scan,
  select,
  sort,
  spine,
  sum,
  union,
  window,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'
import { ask, askOver, event, storeWith } from './test-store.js'

const num = (name: string): Expr => property(name, 'number')
const str = (name: string): Expr => property(name, 'text')

t.test('measures ignore nulls, and are null over no values', async (t) => {
  const all = {
    n: count(),
    distinct: countDistinct(num('x')),
    sum: sum(num('x')),
    avg: avg(num('x')),
    min: min(num('x')),
    max: max(num('x')),
    median: quantile(num('x'), 0.5),
    p90: quantile(num('x'), 0.9),
  }
  const plan = aggregate(scan('events'), {}, all)
  t.same(await askOver(plan, { x: 4 }, { x: 1 }, { x: '9' }, {}, { x: 1 }), [
    { n: 5, distinct: 2, sum: 6, avg: 2, min: 1, max: 4, median: 1, p90: 1 + 3 * 0.8 },
  ])
  const none = { distinct: 0, sum: null, avg: null, min: null, max: null, median: null, p90: null }
  t.same(await askOver(plan, { x: 'text' }), [{ n: 1, ...none }])
  t.same(await askOver(plan), [{ n: 0, ...none }], 'one row over no rows')
  const texts = aggregate(scan('events'), {}, { min: min(str('s')), max: max(str('s')) })
  t.same(await askOver(texts, { s: '😀' }, { s: '\uff5e' }, {}), [{ min: '\uff5e', max: '😀' }])
})

t.test('first and last: all order keys count, rows with a null key are ignored', async (t) => {
  const order = [num('o'), column('seq')]
  const plan = aggregate(
    scan('events'),
    {},
    { first: first(str('v'), ...order), last: last(str('v'), ...order) },
  )
  t.same(await askOver(plan, { o: 2, v: 'b' }, { o: 1, v: 'a' }, { o: 2 }, { v: 'no order' }), [
    { first: 'a', last: null },
  ])
  t.same(await askOver(plan, { v: 'x' }), [{ first: null, last: null }])
})

t.test('aggregate: groups, sets and nulls', async (t) => {
  const by = { a: str('a'), b: str('b') }
  const rows = [{ a: 'x', b: 'y' }, { a: 'x' }, { b: 'y' }] as const
  t.same(await askOver(aggregate(scan('events'), by, {}), ...rows, ...rows), [
    { a: 'x', b: 'y' },
    { a: 'x', b: null },
    { a: null, b: 'y' },
  ])
  const sets = aggregate(scan('events'), by, { n: count() }, [['b', 'a'], ['a'], []])
  t.same(await askOver(sets, ...rows), [
    { a: 'x', b: 'y', n: 1 },
    { a: 'x', b: null, n: 1 },
    { a: null, b: 'y', n: 1 },
    { a: 'x', b: null, n: 2 },
    { a: null, b: null, n: 1 },
    { a: null, b: null, n: 3 },
  ])
  t.same(await askOver(sets), [], 'the empty set has no row over no rows')
  t.same(await askOver(aggregate(scan('events'), {}, { n: count() }, [[]])), [], 'also if it is the only set')
  t.same(await askOver(aggregate(scan('events'), by, { n: count() })), [])
})

t.test('window: next, running sum and total, inside the partition, nulls last', async (t) => {
  const plan = select(
    window(
      derive(scan('events'), { g: str('g'), x: num('x') }),
      [column('g')],
      [descending(column('x')), ascending(column('seq'))],
      {
        next: { kind: 'next', value: column('x') },
        sum: { kind: 'running-sum', value: column('x') },
        total: { kind: 'total', value: column('x') },
      },
    ),
    { g: column('g'), x: column('x'), next: column('next'), sum: column('sum'), total: column('total') },
  )
  t.same(await askOver(plan, { g: 'a', x: 1 }, { g: 'a' }, { x: 5 }, { g: 'a', x: 3 }, { g: 'b' }), [
    { g: 'a', x: 3, next: 1, sum: 3, total: 4 },
    { g: 'a', x: 1, next: null, sum: 4, total: 4 },
    { g: 'a', x: null, next: null, sum: 4, total: 4 },
    { g: null, x: 5, next: null, sum: 5, total: 5 },
    { g: 'b', x: null, next: null, sum: null, total: null },
  ])
})

t.test('join: null keys match nothing, several matches multiply', async (t) => {
  const left = select(scan('events', null, 3000), { l: str('l'), seq: column('seq') })
  const right = select(scan('events', 3000), { r: str('r'), v: num('v') })
  const data = [{ l: 'a' }, { l: 'b' }, {}, { r: 'a', v: 1 }, { r: 'a', v: 2 }, { v: 3 }] as const
  const on = [{ left: 'l', right: 'r' }]
  t.same(await askOver(join('left', left, right, on), ...data), [
    { l: 'a', seq: 0, v: 1 },
    { l: 'a', seq: 0, v: 2 },
    { l: 'b', seq: 1, v: null },
    { l: null, seq: 2, v: null },
  ])
  t.equal((await askOver(join('inner', left, right, on), ...data)).length, 2)
  t.equal((await askOver(join('inner', left, right, []), ...data)).length, 9, 'no keys: every pair')
  t.same(await askOver(join('left', spine('i', 1), select(scan('events'), { v: num('v') }), [])), [
    { i: 0, v: null },
  ])
})

t.test('union, spine, sort, limit and offset', async (t) => {
  t.same(await askOver(union(spine('i', 2), spine('i', 1), spine('i', 0))), [{ i: 0 }, { i: 1 }, { i: 0 }])
  const rows = [{ x: 2 }, {}, { x: 10 }, { x: 1 }] as const
  const values = select(scan('events'), { x: num('x') })
  const sorted = async (plan: Relation): Promise<unknown> =>
    (await askOver(plan, ...rows)).map((row) => row['x'])
  t.same(await sorted(sort(values, [ascending(column('x'))])), [1, 2, 10, null])
  t.same(await sorted(sort(values, [descending(column('x'))])), [10, 2, 1, null])
  t.same(await sorted(sort(values, [descending(column('x'))], 2, 1)), [2, 1])
  t.same(await sorted(sort(values, [descending(column('x'))], null, 3)), [null])
  t.same(await sorted(sort(values, [descending(column('x'))], 0)), [])
  const bools = select(scan('events'), { x: property('b', 'boolean') })
  const order = (await askOver(sort(bools, [ascending(column('x'))]), { b: true }, {}, { b: false })).map(
    (r) => r['x'],
  )
  t.same(order, [false, true, null])
})

t.test('presence counts persons per window, and its lowering returns the same rows', async (t) => {
  const day = 86_400_000
  const at = (seq: number, device_id: string, days: number, os = '') =>
    event(seq, { device_id, timestamp: days * day, context: { os } })
  const store = await storeWith({
    events: [
      at(1, 'a', 0, 'x'),
      at(2, 'a', 1, 'x'),
      at(3, 'a', 1),
      at(4, 'b', 3, 'x'),
      at(5, 'c', 3),
      at(6, 'a', 9),
    ],
  })
  const windows = [0, 1, 2, 3, 4, 5, 6].map((end) => ({ from: (end - 2) * day, to: (end + 1) * day }))
  const expected = [1, 1, 1, 3, 2, 2]
  const plain = presence(scan('events'), { windows, by: [] }) as OperatorNode
  t.same(
    await ask(store, plain),
    expected.map((persons, window) => ({ window, persons })),
    'window 6 has no person and no row',
  )
  t.same(await ask(store, inOrder(presenceOperator.lower(plain))), await ask(store, inOrder(plain)))
  const split = presence(scan('events'), { windows, by: ['os'] }) as OperatorNode
  t.same(
    (await ask(store, inOrder(split))).slice(0, 4),
    [
      { window: 0, os: 'x', persons: 1 },
      { window: 1, os: 'x', persons: 1 },
      { window: 1, os: null, persons: 1 },
      { window: 2, os: 'x', persons: 1 },
    ],
    'a null is a group',
  )
  t.same(await ask(store, inOrder(presenceOperator.lower(split))), await ask(store, inOrder(split)))
})

const inOrder = (relation: Relation): Relation =>
  sort(
    relation,
    Object.keys(columnsOf(relation)).map((name) => ascending(column(name))),
  )
