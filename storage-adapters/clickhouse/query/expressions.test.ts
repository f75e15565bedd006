import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Relation } from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'

const workspace = { id: 'ws_1', number: 1 }
const events = plan.scan('events', 0, 86_400_000)
const { callOf, column, shownLabel } = plan
const amount = plan.property('amount', 'number')
const textOf = (relation: Relation): string => compileQuery(workspace, relation).text
const countBy = (by: Expr): Relation => plan.aggregate(events, { by }, { n: plan.count() })

t.test('the text of nested arithmetic does not double with each level', (t) => {
  const nested = (depth: number): Expr =>
    depth === 0 ? callOf('bounded', [amount]) : callOf('times', [nested(depth - 1), plan.literal(2, 'float')])
  const length = (depth: number): number =>
    textOf(plan.aggregate(events, {}, { n: plan.sum(nested(depth)) })).length
  const step = length(2) - length(1)
  t.equal(length(40) - length(39), step)
  t.end()
})

t.test('equal numbers have equal texts in SELECT and in GROUP BY, different ones different names', (t) => {
  const text = textOf(countBy(callOf('plus', [amount, callOf('abs', [amount])])))
  const [selected, grouped] = text.split(' GROUP BY ')
  t.ok(selected?.includes(`SELECT ${grouped ?? 'no key'} AS`), text)
  const names = (of: Relation): ReadonlySet<string> => new Set(textOf(of).match(/\bv[0-9a-f]{16}\b/g))
  t.equal(names(countBy(callOf('bounded', [amount]))).size, 1)
  const other = countBy(callOf('bounded', [plan.property('price', 'number')]))
  t.notSame(names(other), names(countBy(callOf('bounded', [amount]))))
  t.end()
})

t.test("strings stored as '' for null are not compared with ''", (t) => {
  const country = textOf(countBy(shownLabel(column('country'))))
  t.match(country, "coalesce(nullIf(t0.country, ''), {p")
  t.notMatch(country, 'CASE')
  const both = plan.tuple(shownLabel(column('country')), shownLabel(column('os')))
  const rows = plan.aggregate(events, { label: both }, { n: plan.count() })
  const label = textOf(plan.aggregate(rows, { label: shownLabel(column('label')) }, { n: plan.count() }))
  t.notMatch(label, 'CASE')
  t.match(textOf(countBy(shownLabel(plan.property('plan', 'label')))), 'CASE', "a property may be ''")
  const device = textOf(countBy(shownLabel(column('device_id'))))
  t.match(device, 'CASE', 'so may a column that is never null')
  t.end()
})

const { and, equals, not, or, text } = plan
const os = column('os')
const isPro = equals(plan.property('plan', 'text'), text('pro'))
const conditionOf = (condition: Expr): string =>
  textOf(plan.aggregate(plan.where(events, condition), {}, { n: plan.count() })).split(
    / WHERE .*?\) AND /,
  )[1] ?? ''

t.test("strings stored as '' for null are compared as they are stored where '' does not pass", (t) => {
  const texts: readonly (readonly [Expr, RegExp])[] = [
    [equals(os, text('iOS')), /^\(t0\.os = \{p1:String\}\)$/],
    [not(equals(os, text('iOS'))), /^\(NOT \(t0\.os = \{p1:String\}\)\)$/],
    [plan.isIn(os, ['a', 'b']), /^\(t0\.os IN \(/],
    [plan.match('starts-with', os, 'a'), /^startsWith\(t0\.os, /],
    [plan.match('contains', os, 'a'), /^\(position\(t0\.os, /],
    [plan.missing(os), /^\(t0\.os = \{p1:String\}\)$/],
    [equals(os, text('')), /^false$/],
    [plan.isIn(os, ['', 'a']), /^\(nullIf\(t0\.os, ''\) IN /],
    [plan.match('contains', os, ''), /nullIf/],
    [plan.match('regex', os, 'a*'), /nullIf/],
    [plan.compare('ne', os, text('a')), /nullIf/],
    [plan.compare('lt', os, text('a')), /nullIf/],
    [equals(os, column('browser')), /nullIf/],
  ]
  for (const [condition, expected] of texts) t.match(conditionOf(condition), expected)
  t.end()
})

t.test('cheap conditions of a tree are combined bit by bit', (t) => {
  const tree = or(and(equals(os, text('iOS')), isPro), equals(column('country'), text('DE')))
  t.equal(
    conditionOf(tree),
    'bitOr(bitAnd((t0.os = {p1:String}), ifNull((t0.properties.`plan`.:String = {p2:String}), false)), (t0.country = {p3:String}))',
  )
  t.match(
    conditionOf(or(plan.match('regex', os, 'a'), isPro)),
    / OR /,
    'a search is left out where it can be',
  )
  const named = (name: string): Expr => and(equals(column('event_name'), text(name)), isPro)
  t.match(conditionOf(or(named('a'), named('b'))), / OR /, 'the index by event applies')
  t.equal(conditionOf(and(equals(os, text('a')), isPro)).split(' AND ').length, 2, 'terms of WHERE stay')
  const many = Array.from({ length: 100 }, (_, n) => equals(os, text(`v${n}`)))
  const deepest = conditionOf(or(...many))
    .match(/^(bitOr\(|\()+/)?.[0]
    .split('bitOr').length
  t.equal(deepest, 8, 'the halves are nested, not the terms')
  t.end()
})

t.test('a time that lies in the buckets is not compared with their ends', (t) => {
  const day = 86_400_000
  const inDays = (rows: Relation): string =>
    textOf(
      plan.aggregate(rows, { bucket: plan.bucket(column('at'), [0, day, 2 * day]) }, { n: plan.count() }),
    )
  const firsts = (from: number | null, to: number): Relation =>
    plan.aggregate(
      plan.scan('events', from, to),
      { device_id: column('device_id') },
      { at: plan.min(column('timestamp')) },
    )
  const since = (rows: Relation, ms: number): Relation =>
    plan.where(rows, plan.compare('gte', column('at'), plan.instant(ms)))
  const isCompared = (rows: Relation): boolean => inDays(rows).includes(', NULL)')
  t.notOk(isCompared(firsts(0, 2 * day)), 'the least of a range')
  t.notOk(isCompared(since(firsts(null, 2 * day), 0)), 'one after the first end')
  t.ok(isCompared(firsts(null, 2 * day)), 'the least of all before')
  t.ok(isCompared(since(firsts(null, 2 * day), -1)), 'one after an earlier instant')
  t.ok(isCompared(since(firsts(null, 3 * day), 0)), 'one after the last end')
  const missed = plan.join(
    'left',
    plan.select(firsts(0, day), { device: column('device_id') }),
    firsts(0, 2 * day),
    [{ left: 'device', right: 'device_id' }],
  )
  t.ok(isCompared(missed), 'one that a join may miss')
  t.end()
})
