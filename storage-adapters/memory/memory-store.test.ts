import t from 'tap'
import {
  aggregate,
  ascending,
  column,
  compare,
  count,
  countDistinct,
  derive,
  join,
  nothing,
  number,
  PlanError,
  scan,
  select,
  sort,
  spine,
  text,
  union,
  where,
  type JsonObject,
  type Relation,
} from '../../contract/index.js'
import { createMemoryStore } from './store.js'
import { ask, batchOf, event, limits, storeWith, workspace } from './test-store.js'

t.test('workspaces are isolated, and unknown once dropped', async (t) => {
  const store = await storeWith({ events: [event(1)] })
  const other = { id: 'ws_2', number: 2 }
  const plan = aggregate(scan('events'), {}, { n: count() })
  await t.rejects(store.run(store.compile(other, plan), limits), { code: 'NOT_FOUND' })
  await t.rejects(store.append(other, batchOf({})), { code: 'NOT_FOUND' })
  await store.prepare([workspace, other])
  t.same(await store.run(store.compile(other, plan), limits), [{ n: 0 }])
  t.same(await ask(store, plan), [{ n: 1 }], 'prepare keeps stored rows')
  await t.rejects(store.createWorkspace(workspace), { code: 'CONFLICT' })
  t.same(await ask(store, plan), [{ n: 1 }], 'and so does a second creation, which is rejected')
  await store.dropWorkspace(workspace)
  await t.rejects(ask(store, plan), { code: 'NOT_FOUND' })
})

t.test('an item whose message_id is already stored for its kind is dropped', async (t) => {
  const store = await storeWith({ events: [event(1, { message_id: 'm1' }), event(2, { message_id: 'm1' })] })
  const rest = { timestamp: 1, device_id: 'd1', message_id: 'm1', seq: 9 }
  await store.append(
    workspace,
    batchOf({
      events: [event(3, { message_id: 'm1' }), event(4, { message_id: 'm2' }), event(5), event(5)],
      traits: [{ ...rest, traits: {} }],
      contexts: [{ ...rest, session_id: null, context: {}, properties: {} }],
    }),
  )
  const seqs = sort(select(scan('events'), { seq: column('seq') }), [ascending(column('seq'))])
  t.same(
    (await ask(store, seqs)).map((row) => row['seq']),
    [1, 4, 5, 5],
  )
  t.same(await ask(store, aggregate(scan('traits'), {}, { n: count() })), [{ n: 1 }])
})

t.test('stored data cannot be changed from outside', async (t) => {
  const list = ['a']
  const properties: Record<string, string[]> = { list }
  const store = await storeWith({ events: [event(1, { properties })] })
  list.push('b')
  const read = select(scan('events'), { properties: column('properties') })
  const [row] = await ask(store, read)
  t.same(row, { properties: { list: ['a'] } })
  t.throws(() => ((row?.['properties'] as JsonObject)['list'] as string[]).push('c'), TypeError)
  t.equal((properties['list'] ?? []).push('d'), 3, "the caller's own data is not frozen")
})

t.test(
  'a person is the user of the latest link of the device, for all its events, or the device without a link',
  async (t) => {
    const link = (device_id: string, user_id: string, timestamp: number) => ({
      device_id,
      user_id,
      timestamp,
    })
    const store = await storeWith({
      events: [
        event(1, { device_id: 'd1' }),
        event(2, { device_id: 'd2', user_id: 'ignored' }),
        event(3, { device_id: 'd3' }),
        event(4, { device_id: 'd4' }),
        event(5, { device_id: 'u1' }),
      ],
      links: [
        link('d1', 'u2', 7),
        link('d1', 'u1', 9),
        link('d3', 'u1', 5),
        link('d4', '\uff5e', 5),
        link('d4', '😀', 5),
        link('d4', 'a', 5),
      ],
    })
    const users = sort(select(scan('events'), { user_id: column('user_id') }), [ascending(column('user_id'))])
    t.same(
      (await ask(store, users)).map((row) => row['user_id']),
      ['u1', 'u1', '😀', null, null],
      'the user id with the greatest bytes breaks a tie',
    )
    const persons = aggregate(scan('events'), {}, { n: countDistinct(column('person')) })
    t.same(await ask(store, persons), [{ n: 4 }], 'the device u1 is not the user u1')
    await store.append(workspace, batchOf({ links: [link('d2', 'u1', 1), link('d1', 'late', 8)] }))
    t.same(
      await ask(store, persons),
      [{ n: 3 }],
      'a later batch links earlier events, an older link does not win',
    )
  },
)

t.test('a scan is half-open in time, and empty context is null', async (t) => {
  const store = await storeWith({
    events: [event(1, { context: { os: '', city: 'Rome' } }), event(2), event(3)],
  })
  const range = select(scan('events', 1000, 3000), {
    seq: column('seq'),
    os: column('os'),
    city: column('city'),
  })
  t.same(await ask(store, range), [
    { seq: 1, os: null, city: 'Rome' },
    { seq: 2, os: null, city: null },
  ])
})

t.test('a query obeys its row budget and its signal', async (t) => {
  const store = await storeWith({})
  const ten = spine('i', 10)
  t.equal((await ask(store, ten, 10)).length, 10)
  await t.rejects(ask(store, ten, 9), {
    code: 'VALIDATION_ERROR',
    message: 'the answer has too many rows; narrow the range or the breakdown (QUERY_ROWS)',
  })
  const aborted = AbortSignal.abort(new Error('gone'))
  await t.rejects(store.run(store.compile(workspace, ten), limits, aborted), { message: 'gone' })
})

t.test('a compiled query is readable, and rows hold its columns in order', async (t) => {
  const store = await storeWith({ events: [event(1)] })
  const plan = aggregate(scan('events'), { name: column('event_name') }, { n: count() })
  const query = store.compile(workspace, plan)
  t.same(JSON.parse(query.text), plan)
  t.same(query.columns, { name: 'text', n: 'int' })
  const [row] = await store.run(query, limits)
  t.same(Object.entries(row ?? {}), [
    ['name', 'open'],
    ['n', 1],
  ])
})

t.test('a plan that breaks the rules is a PlanError', (t) => {
  const store = createMemoryStore()
  const events = scan('events')
  const keyed = select(events, { person: column('person'), name: column('event_name') })
  const broken: Record<string, Relation> = {
    'a key at the top': keyed,
    'no such column': select(events, { x: column('nope') }),
    'text against int': where(spine('i', 1), compare('eq', column('i'), text('1'))),
    'order of keys': where(events, compare('lt', column('person'), column('session'))),
    'a condition of ints': where(spine('i', 1), column('i')),
    'a literal of another type': derive(spine('i', 1), {
      x: { kind: 'literal', type: 'int', value: 'one' },
    }),
    'groups of json': aggregate(events, { p: column('properties') }, {}),
    'unlike unions': union(spine('i', 1), spine('j', 1)),
    'keys of unlike types': join('left', spine('i', 1), select(events, { n: column('event_name') }), [
      { left: 'i', right: 'n' },
    ]),
    'a bad pattern': where(events, { kind: 'match', how: 'regex', value: column('os'), pattern: '(' }),
    'an unknown operator': { kind: 'operator', operator: 'nope', inputs: [], options: null, columns: {} },
    'a set of unknown groups': aggregate(events, {}, { n: count() }, [['x']]),
    'sums of text': aggregate(events, {}, { n: { kind: 'sum', value: column('os') } }),
  }
  for (const [what, plan] of Object.entries(broken))
    t.ok(thrownBy(() => store.compile(workspace, plan)) instanceof PlanError, what)
  t.doesNotThrow(() =>
    store.compile(workspace, where(spine('i', 1), compare('lt', column('i'), number(0.5)))),
  )
  t.doesNotThrow(() => store.compile(workspace, select(spine('i', 1), { x: nothing('text') })))
  t.end()
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
