import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Relation } from '../../../contract/index.js'
import type { SemiJoin } from '../identity/nodes.js'
import { optimize } from '../optimizer.js'
import { valueOfMissing } from '../value-of-missing.js'
import { joinToSemiJoin } from './join-to-semi-join.js'

const { column, number } = plan
const events = plan.scan('events', 0, 86_400_000)
const counts = (name: string): Relation =>
  plan.aggregate(events, { [`${name}_person`]: column('person') }, { [name]: plan.count() })
const withCounts = (rows: Relation, name: string): Relation =>
  plan.join('left', rows, counts(name), [{ left: 'person', right: `${name}_person` }])
const times = (name: string): Expr => plan.coalesce(column(name), number(0))
const none = (name: string): Expr => plan.equals(times(name), number(0))
const some = (name: string): Expr => plan.compare('gte', times(name), number(1))
const german = plan.equals(column('country'), plan.text('DE'))
const counted = (rows: Relation): Relation => plan.aggregate(rows, {}, { n: plan.count() })

/** The rows below the root: where, joins left of their keys, and semi-joins (IN, NOT IN). */
function shapeOf(relation: Relation): string {
  switch (relation.kind) {
    case 'operator': {
      const [rows = relation] = relation.inputs
      return `${(relation.options as SemiJoin).excluded === true ? 'NOT IN' : 'IN'} < ${shapeOf(rows)}`
    }
    case 'join':
      return `join < ${shapeOf(relation.left)}`
    case 'scan':
    case 'spine':
    case 'union':
      return relation.kind
    default:
      return `${relation.kind} < ${shapeOf(relation.input)}`
  }
}

function after(relation: Relation): string {
  const { plan: result, fired } = optimize(relation, [joinToSemiJoin], null)
  return fired.length === 0 ? 'stays' : shapeOf(result)
}

t.test('a filter on a number of the person becomes a look-up of devices', (t) => {
  const rows = withCounts(events, 'a')
  t.equal(after(counted(plan.where(rows, none('a')))), 'aggregate < NOT IN < scan')
  t.equal(after(counted(plan.where(rows, plan.not(some('a'))))), 'aggregate < NOT IN < scan')
  t.equal(after(counted(plan.where(rows, some('a')))), 'aggregate < IN < scan')
  t.equal(
    after(counted(plan.where(rows, plan.and(german, none('a'))))),
    'aggregate < where < NOT IN < scan',
    'other terms stay',
  )
  t.end()
})

t.test('of several joins, each by itself', (t) => {
  const rows = withCounts(withCounts(events, 'a'), 'b')
  const both = plan.where(rows, plan.and(none('a'), some('b')))
  t.equal(after(counted(both)), 'aggregate < IN < NOT IN < scan')
  const one = plan.where(rows, plan.and(none('a'), plan.or(german, some('b'))))
  t.equal(after(counted(one)), 'aggregate < where < join < NOT IN < scan')
  t.end()
})

t.test('a join stays if something else reads it, or the rows need their persons', (t) => {
  const rows = withCounts(events, 'a')
  const filtered = plan.where(rows, none('a'))
  t.equal(after(filtered), 'stays', 'the answer shows the number')
  t.equal(after(plan.aggregate(filtered, { a: column('a') }, {})), 'stays', 'the rows are grouped by it')
  t.equal(after(counted(plan.union(filtered, rows))), 'stays', 'a union has the same columns everywhere')
  t.equal(after(counted(plan.where(rows, plan.or(german, none('a'))))), 'stays', 'the filter needs both')
  const identified = plan.where(events, plan.missing(column('user_id')))
  t.equal(after(counted(plan.where(withCounts(identified, 'a'), none('a')))), 'stays')
  const twice = plan.join('left', events, plan.select(events, { k: column('person'), a: column('seq') }), [
    { left: 'person', right: 'k' },
  ])
  t.equal(after(counted(plan.where(twice, plan.missing(column('a'))))), 'stays', 'the join repeats rows')
  t.end()
})

t.test('other keys than persons', (t) => {
  const sessions = plan.aggregate(events, { begun: column('session') }, { before: plan.count() })
  const present = plan.aggregate(events, { present: column('session') }, {})
  const started = plan.join('left', events, sessions, [{ left: 'session', right: 'begun' }])
  t.equal(after(counted(plan.where(started, plan.missing(column('before'))))), 'aggregate < NOT IN < scan')
  const ofSession = (right: Relation): Relation =>
    plan.join('inner', events, right, [{ left: 'session', right: 'present' }])
  t.equal(after(counted(ofSession(present))), 'aggregate < IN < scan')
  t.equal(
    after(counted(ofSession(plan.derive(present, { one: plan.number(1) })))),
    'stays',
    'it adds a column',
  )
  t.equal(
    after(counted(ofSession(plan.select(events, { present: column('session') })))),
    'stays',
    'it repeats rows',
  )
  const members = plan.aggregate(plan.scan('traits'), { member: column('person') }, {})
  t.equal(
    after(counted(plan.join('inner', events, members, [{ left: 'person', right: 'member' }]))),
    'stays',
    'for identity-semi-join',
  )
  t.end()
})

t.test('a join that is read in one place is rewritten in the other', (t) => {
  const rows = withCounts(events, 'a')
  const [one, other] = [counted(plan.where(rows, none('a'))), counted(plan.where(rows, some('a')))]
  const { plan: result } = optimize(plan.union(one, other), [joinToSemiJoin], null)
  t.strictSame(result.kind === 'union' && result.inputs.map(shapeOf), [
    'aggregate < NOT IN < scan',
    'aggregate < IN < scan',
  ])
  t.end()
})

t.test('the value of an expression over missing columns', (t) => {
  const a = column('a')
  const cases: readonly (readonly [Expr, unknown])[] = [
    [a, null],
    [plan.coalesce(a, number(3)), 3],
    [plan.equals(a, number(0)), false],
    [plan.compare('lt', times('a'), number(1)), true],
    [plan.compare('ne', times('a'), number(0)), false],
    [plan.compare('lte', times('a'), number(0)), true],
    [plan.compare('gt', times('a'), number(0)), false],
    [plan.missing(a), true],
    [plan.not(plan.equals(a, number(1))), true],
    [plan.isIn(a, [1, 2]), false],
    [plan.and(plan.missing(a), plan.not(plan.missing(a))), false],
    [plan.or(plan.missing(a), plan.not(plan.missing(a))), true],
    [plan.and(), true],
    [plan.or(), false],
    [plan.property('plan', 'exists', 'traits'), false],
    [plan.property('plan', 'text', 'traits'), null],
    [plan.equals(plan.coalesce(a, plan.text('x')), plan.text('X')), undefined],
    [plan.math('+', number(1), number(2)), undefined],
  ]
  for (const [expr, value] of cases) t.equal(valueOfMissing(expr), value, JSON.stringify(expr))
  t.end()
})
