import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Relation } from '../../../contract/index.js'
import { optimize } from '../optimizer.js'
import { dropImpliedConditions } from './drop-implied-conditions.js'

const { column, text } = plan
const events = plan.scan('events', 0, 86_400_000)
const isEvent = (name: string): Expr => plan.equals(column('event_name'), text(name))
const isIn = (...names: readonly string[]): Expr => plan.isIn(column('event_name'), names)
const inGermany = plan.equals(column('country'), text('DE'))
const counted = (rows: Relation): Relation => plan.aggregate(rows, {}, { n: plan.count() })
const left = (known: Expr, asked: Expr): Relation =>
  optimize(counted(plan.where(plan.where(events, known), asked)), [dropImpliedConditions], null).plan

t.test('a condition that the rows meet already is dropped', (t) => {
  const once = (known: Expr): Relation => counted(plan.where(events, known))
  t.strictSame(left(isIn('a', 'b'), plan.or(isEvent('a'), isEvent('b'))), once(isIn('a', 'b')))
  t.strictSame(left(isEvent('a'), isIn('a', 'b')), once(isEvent('a')), 'fewer values are known')
  t.strictSame(left(isEvent('a'), isEvent('a')), once(isEvent('a')))
  const both = plan.and(inGermany, isIn('a'))
  t.strictSame(left(both, plan.or(isIn('a', 'b'), isEvent('c'))), once(both), 'one of several terms')
  t.strictSame(
    left(isIn('a'), plan.and(isEvent('a'), inGermany)),
    counted(plan.where(plan.where(events, isIn('a')), plan.and(inGermany))),
    'other terms stay',
  )
  t.end()
})

t.test('a condition that may drop rows stays', (t) => {
  const cases: readonly (readonly [Expr, Expr])[] = [
    [isIn('a', 'b'), isEvent('a')],
    [isIn('a', 'b'), plan.or(isEvent('a'), inGermany)],
    [plan.or(isEvent('a'), inGermany), isEvent('a')],
    [plan.not(isEvent('a')), isEvent('a')],
    [plan.equals(column('country'), text('a')), isEvent('a')],
    [plan.equals(column('seq'), plan.number(1)), plan.equals(column('seq'), text('1'))],
  ]
  for (const [known, asked] of cases) {
    const whole = counted(plan.where(plan.where(events, known), asked))
    t.equal(optimize(whole, [dropImpliedConditions], null).fired.length, 0, JSON.stringify([known, asked]))
  }
  t.end()
})

t.test('columns of the same name are not mistaken for each other', (t) => {
  const rows = plan.where(events, isEvent('a'))
  const other = plan.derive(rows, { event_name: column('country') })
  const renamed = counted(plan.where(other, isEvent('a')))
  t.equal(optimize(renamed, [dropImpliedConditions], null).plan, renamed)
  const labelled = plan.derive(rows, { label: column('country') })
  t.strictSame(
    optimize(counted(plan.where(labelled, isEvent('a'))), [dropImpliedConditions], null).plan,
    counted(labelled),
  )
  t.end()
})
