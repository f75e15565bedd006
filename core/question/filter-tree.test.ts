import t from 'tap'
import {
  and,
  coalesce,
  column,
  compare,
  equals,
  literal,
  not,
  number,
  or,
  property,
  ServiceError,
  text,
  type SourceName,
} from '../../contract/index.js'
import { treeReader } from './filter-tree.js'
import { zoneOf } from './zone.js'

const now = Date.parse('2024-05-10T12:00:00Z')
const reader = (source: SourceName = 'events') =>
  treeReader({ source, now, zone: zoneOf('Europe/Berlin'), weekStart: 'monday' })
const read = (node: unknown) => reader().read({ node, path: 'filter' })
const required = (node: unknown) => reader().readRequired({ node, path: 'filter' })

/** Returns the path and message of the 422 that the tree must cause. */
function refusal(node: unknown, source?: SourceName): string {
  try {
    reader(source).read({ node, path: 'filter' })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422)
      return `${error.details[0]?.path ?? ''}: ${error.message}`
    throw error
  }
  throw new Error('not refused')
}

const paid = { field: 'plan', operator: 'eq', value: 'pro' }
const big = { field: 'amount', operator: 'gt', value: 100 }
const isPaid = equals(property('plan', 'text'), text('pro'))
const isBig = compare('gt', property('amount', 'number'), literal(100, 'float'))

t.test('trees become one condition', (t) => {
  t.strictSame(read(paid).filter, isPaid)
  t.strictSame(read({ and: [paid] }).filter, isPaid)
  t.strictSame(
    read({ or: [paid, { and: [big, { not: paid }] }] }).filter,
    or(isPaid, and(isBig, not(isPaid))),
  )
  const { traits } = read({
    or: [
      { field: 'trait:tier', operator: 'eq', value: 'a' },
      { not: { field: 'trait:tier', operator: 'is_set' } },
    ],
  })
  t.strictSame(traits, [{ name: 'tier', prefix: 'trait:tier' }])
  t.end()
})

t.test('a number of events is joined, and required where every row must meet it', (t) => {
  const did = { did: { event: 'buy', filter: big, count: { operator: 'gte', value: 2 }, within: 'today' } }
  const use = {
    column: 'did:0',
    holds: and(equals(column('event_name'), text('buy')), isBig),
    traits: [],
    did: [],
    within: { from: Date.parse('2024-05-09T22:00:00Z'), to: Date.parse('2024-05-10T22:00:00Z') },
  }
  const counted = compare('gte', coalesce(column('did:0'), number(0)), number(2))
  t.strictSame(read(did), { filter: counted, traits: [], did: [{ ...use, required: null }] })
  const least = compare('gte', column('did:0'), number(2))
  t.strictSame(required(did), { filter: null, traits: [], did: [{ ...use, required: least }] })
  t.strictSame(required({ and: [paid, did] }), {
    filter: isPaid,
    traits: [],
    did: [{ ...use, required: least }],
  })
  t.strictSame(required({ or: [paid, did] }), {
    filter: or(isPaid, counted),
    traits: [],
    did: [{ ...use, required: null }],
  })
  t.strictSame(required({ not: did }).filter, not(counted))
  const never = required({ did: { event: 'buy', count: { operator: 'eq', value: 0 } } })
  t.strictSame(
    never.filter,
    equals(coalesce(column('did:0'), number(0)), number(0)),
    'those who never did it',
  )
  t.equal(never.did[0]?.within, null, 'the range of the question')
  t.equal(required({ did: { event: 'buy', within: 'all_time' } }).did[0]?.within?.from, null)
  t.end()
})

t.test('each number has a column of its own, also in the filter of another', (t) => {
  const inner = { did: { event: 'b' } }
  const { filter, did } = read({ and: [{ did: { event: 'a', filter: inner } }, { not: inner }] })
  t.strictSame(
    did.map((use) => [use.column, use.did.map((one) => one.column)]),
    [
      ['did:1', ['did:0']],
      ['did:2', []],
    ],
  )
  t.match(JSON.stringify(filter), /did:1.*did:2/)
  t.notMatch(JSON.stringify(filter), /did:0/)
  const two = reader()
  const columns = [1, 2].map(() => two.read({ node: inner, path: 'filter' }).did[0]?.column)
  t.strictSame(columns, ['did:0', 'did:1'], 'in all trees of one question')
  t.end()
})

t.test('a wrong node is named', (t) => {
  const nested = (levels: number): unknown => (levels === 1 ? paid : { not: nested(levels - 1) })
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [null, /^filter: filter must be a condition/],
    [[], /^filter: filter must be a condition/],
    ['x', /^filter: /],
    [{}, /^filter: filter must have a field/],
    [{ and: [] }, /^filter\.and: filter\.and must be a list of at least one filter/],
    [{ or: {} }, /^filter\.or: /],
    [{ and: [paid, { feild: 'x' }] }, /^filter\.and\[1\]\.feild: .*unknown member "feild"/],
    [{ and: [paid, { operator: 'eq', value: 1 }] }, /^filter\.and\[1\]\.field: /],
    [{ and: [{ ...paid, operator: 'like' }] }, /^filter\.and\[0\]\.operator: .*unknown operator "like"/],
    [{ not: { ...paid, value: [1] } }, /^filter\.not\.value: /],
    [{ and: [paid], or: [paid] }, /^filter\.or: filter: and must be the only member/],
    [{ and: [paid], field: 'x' }, /^filter\.field: /],
    [{ did: {} }, /^filter\.did\.event: /],
    [{ did: { event: '' } }, /^filter\.did\.event: /],
    [{ did: { event: 'a', times: 2 } }, /^filter\.did\.times: .*unknown member "times"/],
    [{ did: { event: 'a', count: 2 } }, /^filter\.did\.count: /],
    [{ did: { event: 'a', count: { operator: 'in', value: 2 } } }, /^filter\.did\.count\.operator: /],
    [{ did: { event: 'a', count: { value: 2 } } }, /^filter\.did\.count\.operator: /],
    [{ did: { event: 'a', count: { operator: 'eq', value: 1.5 } } }, /^filter\.did\.count\.value: /],
    [{ did: { event: 'a', count: { operator: 'eq', value: -1 } } }, /^filter\.did\.count\.value: /],
    [{ did: { event: 'a', count: { operator: 'eq', value: 1, more: 1 } } }, /^filter\.did\.count\.more: /],
    [{ did: { event: 'a', within: '3 days' } }, /^filter\.did\.within: .*unknown range "3 days"/],
    [{ did: { event: 'a', within: 3 } }, /^filter\.did\.within: /],
    [
      { did: { event: 'a', filter: { or: [{ did: { event: 'a', filter: {} } }] } } },
      /^filter\.did\.filter\.or\[0\]\.did\.filter: /,
    ],
    [JSON.parse('{"__proto__": {"and": []}}'), /^filter\.__proto__: /],
    [nested(9), /^filter(\.not){8}: .*nested 8 levels deep/],
    [{ or: Array.from({ length: 101 }, () => paid) }, /^filter\.or\[100\]: .*at most 100 conditions/],
  ]
  for (const [node, message] of wrong) t.match(refusal(node), message)
  t.match(
    refusal({ and: [{ did: { event: 'a' } }] }, 'metrics'),
    /^filter\.and\[0\]\.did: .*belong to no person/,
  )
  const tier = (n: number) => ({ field: `trait:t${n}`, operator: 'is_set' })
  const tiers = Array.from({ length: 21 }, (_, n) => tier(n))
  t.match(refusal({ or: tiers }), /^filter\.or\[20\]: .*at most 20 different traits/)
  const inEach = tiers.map((filter) => ({ did: { event: 'a', filter: { did: { event: 'b', filter } } } }))
  t.match(refusal({ and: inEach }), /^filter\.and\[20\]\.did\.filter\.did\.filter: .*at most 20/)
  t.ok(read({ or: [...tiers.slice(1), ...tiers.slice(1)] }), 'each counts once')
  t.ok(read(nested(8)))
  t.ok(read({ or: Array.from({ length: 100 }, () => paid) }))
  t.end()
})
