import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Measure, Relation } from '../../../contract/index.js'
import type { IdentityFacts } from '../identity/facts.js'
import { optimize, type Rule } from '../optimizer.js'
import { rollupScan } from '../views/operator.js'
import { deferIdentityJoin } from './defer-identity-join.js'
import { identitySemiJoin } from './identity-semi-join.js'
import { lowerUnfit } from './lower-unfit.js'
import { pruneColumns } from './prune-columns.js'
import { pushAggregateBelowIdentity } from './push-aggregate-below-identity.js'
import { readInOrder } from './read-in-order.js'
import { resolveAfterGrouping } from './resolve-after-grouping.js'
import { resolveScans } from './resolve-persons.js'
import { topKThenFetch } from './top-k-then-fetch.js'

const day = 86_400_000
const { column } = plan
const time = column('timestamp')
const events = plan.scan('events', 0, 7 * day)
const newest = [plan.descending(time), plan.descending(column('seq'))]
const buys = plan.where(events, plan.equals(column('event_name'), plan.text('buy')))
const ofAda = plan.where(events, plan.equals(column('user_id'), plan.text('ada')))
const members = plan.aggregate(plan.scan('traits'), { member: column('person') }, {})
const among = (input: Relation): Relation =>
  plan.join('inner', input, members, [{ left: 'person', right: 'member' }])
const perPerson = (input: Relation, measure: Measure = plan.count()): Relation =>
  plan.aggregate(input, { who: column('person') }, { n: measure })

const facts: IdentityFacts = {
  sharded: false,
  mapped: null,
  joinsFew: false,
  partials: { distinct: true, lists: true, ends: true },
  liesByDay: true,
}

/**
 * The kinds of the nodes from the root down the first inputs, after
 * resolve-persons and the rule; `stays` if it does not fire.
 */
function after(relation: Relation, rule: Rule<IdentityFacts>, known = facts): string {
  const { plan: lowered } = optimize(relation, [resolveScans], known)
  const { plan: result, fired } = optimize(lowered, [rule], known)
  return fired.length === 0 ? 'stays' : shapeOf(result)
}

function shapeOf(relation: Relation): string {
  const [input] = inputsOf(relation)
  const name = relation.kind === 'operator' ? relation.operator : relation.kind
  return input === undefined ? name : `${name} < ${shapeOf(input)}`
}

function inputsOf(relation: Relation): readonly Relation[] {
  switch (relation.kind) {
    case 'scan':
    case 'spine':
      return []
    case 'join':
      return [relation.left, relation.right]
    case 'union':
    case 'operator':
      return relation.inputs
    default:
      return [relation.input]
  }
}

const scanned = '@resolve-persons < @stored-scan'

t.test('resolve-persons resolves every scan with a person', (t) => {
  const lowered = (relation: Relation): string => shapeOf(optimize(relation, [resolveScans], null).plan)
  t.equal(lowered(buys), `where < ${scanned}`)
  t.equal(lowered(plan.scan('logs')), 'scan')
  t.equal(lowered(plan.scan('links')), 'scan')
  const sides = optimize(plan.union(events, events), [resolveScans], null).plan
  t.strictSame(
    Object.keys(plan.columnsOf(sides)).sort(),
    Object.keys(plan.columnsOf(events)).sort(),
    'no own column',
  )
  t.doesNotThrow(() => plan.columnsOf(optimize(among(events), [resolveScans], null).plan))
  t.end()
})

t.test('push-aggregate-below-identity', (t) => {
  const pushed = `@merge-aggregate < @resolve-persons < @partial-aggregate`
  const rule = (relation: Relation, known = facts): string =>
    after(relation, pushAggregateBelowIdentity, known)
  t.equal(
    rule(perPerson(buys)),
    `${pushed} < where < @stored-scan`,
    'the resolution moves, and is not doubled',
  )
  t.equal(
    rule(plan.aggregate(buys, {}, { n: plan.countDistinct(column('person')) })),
    `${pushed} < where < @stored-scan`,
  )
  t.equal(rule(perPerson(ofAda, plan.avg(column('seq')))), 'stays', 'an average has no partial state')
  t.equal(
    rule(perPerson(plan.derive(events, { u: column('user_id') }))),
    'stays',
    'the user of each row is read',
  )
  t.equal(rule(plan.aggregate(events, {}, { n: plan.count() })), 'stays', 'no person is read')
  const cities = perPerson(events, plan.last(column('city'), time))
  const none: IdentityFacts = { ...facts, partials: { distinct: false, lists: false, ends: false } }
  t.equal(rule(cities), `${pushed} < @stored-scan`)
  t.equal(rule(cities, none), 'stays', 'only if the engine has partial states of last values')
  t.equal(rule(perPerson(events, plan.last(column('user_id'), time)), none), `${pushed} < @stored-scan`)
  t.end()
})

t.test('push-aggregate-below-identity joins few rows at once where that is cheaper', (t) => {
  const rule = (relation: Relation, known: Partial<IdentityFacts> = {}): string =>
    after(relation, pushAggregateBelowIdentity, { ...facts, joinsFew: true, ...known })
  const pushed = `@merge-aggregate < @resolve-persons < @partial-aggregate`
  const slots = rollupScan(
    { name: 'device_slots', generation: 1, from: 0, to: day, cuts: [] },
    { timestamp: 'time', session: 'key', person: 'key', user_id: 'text' },
  )
  t.equal(rule(perPerson(buys)), 'stays', 'rows of a named event')
  t.equal(rule(perPerson(slots)), 'stays', 'rows of a view')
  t.equal(rule(perPerson(events)), `${pushed} < @stored-scan`, 'all events')
  t.equal(rule(perPerson(events), { mapped: 1_000 }), 'stays', 'all events, a small map')
  for (const mapped of [null, 1_000]) {
    const shards = { sharded: true, mapped }
    t.equal(rule(perPerson(buys), shards), 'stays', 'a named event on shards')
    t.equal(rule(perPerson(slots), shards), `${pushed} < rollup`, 'a view on shards')
    t.equal(rule(perPerson(events), shards), `${pushed} < @stored-scan`, 'all events on shards')
  }
  const notBuys = plan.where(events, plan.not(plan.equals(column('event_name'), plan.text('buy'))))
  t.equal(rule(perPerson(notBuys)), `${pushed} < where < @stored-scan`, 'all other events')
  t.end()
})

t.test('push-aggregate-below-identity keeps the distinct keys of a rollup as lists', (t) => {
  const rows = rollupScan(
    { name: 'device_slots', generation: 1, from: 0, to: day, cuts: [] },
    { timestamp: 'time', session: 'key', country: 'text', person: 'key', user_id: 'text' },
  )
  const lists = (relation: Relation, known = facts): unknown => {
    const { plan: result } = optimize(relation, [resolveScans, pushAggregateBelowIdentity], known)
    const { options } = result as { options: { lists: readonly string[] } }
    return options.lists
  }
  const sessions = plan.countDistinct(column('session'))
  const inGermany = plan.where(rows, plan.equals(column('country'), plan.text('DE')))
  t.strictSame(lists(perPerson(rows, sessions)), ['n'])
  t.strictSame(lists(perPerson(inGermany, sessions)), ['n'])
  t.strictSame(lists(perPerson(rows, plan.countDistinct(column('country')))), [], 'strings stay sets')
  t.strictSame(lists(perPerson(events, sessions)), [], 'a device may have many events')
  t.strictSame(
    lists(perPerson(rows, sessions), { ...facts, partials: { ...facts.partials, lists: false } }),
    [],
    'only if the engine has such states',
  )
  t.end()
})

t.test('identity-semi-join', (t) => {
  const rule = (relation: Relation): string => after(relation, identitySemiJoin)
  t.equal(rule(ofAda), `@linked-devices < ${scanned}`)
  const both = plan.where(
    events,
    plan.and(plan.equals(column('city'), plan.text('x')), plan.equals(column('user_id'), plan.text('a'))),
  )
  t.equal(rule(both), `@linked-devices < where < ${scanned}`)
  t.equal(
    rule(plan.where(events, plan.missing(column('user_id')))),
    'stays',
    'devices without a link are not in the links',
  )
  t.equal(rule(buys), 'stays')
  t.equal(rule(among(buys)), `@semi-join < where < ${scanned}`)
  const twice = plan.join('inner', events, plan.select(plan.scan('traits'), { member: column('person') }), [
    { left: 'person', right: 'member' },
  ])
  t.equal(rule(twice), 'stays', 'a person listed twice doubles their rows')
  t.end()
})

t.test('defer-identity-join', (t) => {
  const rule = (relation: Relation, known = facts): string => after(relation, deferIdentityJoin, known)
  const shown = plan.select(buys, { user: column('user_id'), timestamp: time, seq: column('seq') })
  const deferred = 'sort < select < @resolve-persons < sort < select < where < @stored-scan'
  t.equal(rule(plan.sort(shown, newest, 10)), deferred)
  t.equal(rule(plan.sort(events, newest, 10)), deferred.replace(' < where', ''))
  t.equal(rule(plan.sort(shown, newest)), 'stays', 'all rows are resolved at once')
  t.equal(rule(plan.sort(shown, [plan.ascending(column('user'))], 10)), 'stays', 'the order reads users')
  t.equal(rule(plan.sort(plan.select(buys, { timestamp: time }), [plan.ascending(time)], 10)), 'stays')
  t.equal(rule(plan.sort(shown, newest, 10), { ...facts, sharded: true }), 'stays')
  t.end()
})

t.test('defer-identity-join moves the resolution above the filters of a page and an audience', (t) => {
  const isSession = plan.not(plan.missing(column('session')))
  const groups = plan.aggregate(
    plan.where(among(events), isSession),
    { group: column('session') },
    { shown: plan.last(column('user_id'), time, column('seq')), seen: plan.max(time) },
  )
  const page = plan.sort(groups, [plan.descending(column('seen'))], 50)
  const rules = [topKThenFetch, resolveScans, identitySemiJoin, deferIdentityJoin]
  const { plan: result, fired } = optimize(page, rules, facts)
  t.equal(fired.length, rules.length)
  t.equal(
    shapeOf(result),
    'sort < aggregate < @resolve-persons < @semi-join < where < @semi-join < @stored-scan',
    'once, and above both',
  )
  t.end()
})

t.test('read-in-order', (t) => {
  const rule = (relation: Relation, known = facts): string => after(relation, readInOrder, known)
  t.equal(rule(plan.sort(buys, newest, 10)), `sort < @first-days < where < ${scanned}`)
  t.equal(rule(plan.sort(plan.scan('logs'), newest, 10)), 'sort < @first-days < scan')
  t.equal(
    rule(plan.sort(plan.select(buys, { t: time }), [plan.ascending(column('t'))], 10)),
    `sort < @first-days < select < where < ${scanned}`,
  )
  t.equal(rule(plan.sort(buys, newest)), 'stays')
  t.equal(rule(plan.sort(buys, [plan.ascending(column('seq'))], 10)), 'stays')
  t.equal(rule(plan.sort(plan.scan('events', 0, day), newest, 10)), 'stays', 'one day is read anyway')
  t.equal(rule(plan.sort(buys, newest, 10), { ...facts, liesByDay: false }), 'stays')
  t.end()
})

t.test('prune-columns drops unused columns', (t) => {
  const wide = plan.aggregate(
    events,
    { who: column('person') },
    { n: plan.count(), last: plan.last(column('city'), time) },
  )
  const narrow = plan.select(wide, { n: column('n') })
  t.match(optimize(narrow, [pruneColumns], null).plan, {
    input: { measures: { n: { kind: 'count' }, last: undefined } },
  })
  t.strictSame(optimize(wide, [pruneColumns], null).fired, [], 'every column is used')
  const page = plan.select(plan.sort(events, newest, 10), { city: column('city') })
  const { plan: pruned } = optimize(page, [pruneColumns], null)
  t.strictSame(Object.keys(plan.columnsOf((pruned as { input: Relation }).input)).sort(), [
    'city',
    'seq',
    'timestamp',
  ])
  t.end()
})

t.test('lower-unfit', (t) => {
  const days = Array.from({ length: 400 }, (_, at) => at * day)
  const wide = plan.lifecycle(events, { edges: days, before: { from: -day, to: 0 } })
  const rule = lowerUnfit((node) => plan.lifecycleOperator.lower(node))
  t.not(shapeOf(optimize(wide, [rule], null).plan).split(' ')[0], 'lifecycle')
  t.strictSame(optimize(wide, [lowerUnfit(() => null)], null).fired, [])
  t.end()
})

t.test('resolve-after-grouping leaves cohorts of named events to a map, however large', (t) => {
  const named = (name: string): Expr => plan.equals(column('event_name'), plan.text(name))
  const cohorts = (starts: Expr | null, returns: Expr | null): Relation =>
    plan.cohorts(plan.scan('events', 0, 2 * day), {
      ...{ edges: [0, day, 2 * day], periods: 2, starts, returns, mode: 'on' as const, by: [] },
    })
  const rule = (relation: Relation, mapped: number | null): string =>
    after(
      relation,
      resolveAfterGrouping(({ operator }) => operator === 'cohorts'),
      { ...facts, mapped },
    )
  const grouped = 'cohorts < @stored-scan'
  t.equal(rule(cohorts(named('a'), named('b')), 1_000_000), 'stays')
  t.equal(rule(cohorts(named('a'), named('b')), null), grouped, 'without a map')
  t.equal(rule(cohorts(named('a'), null), 1_000_000), grouped, 'any event counts as a return')
  t.equal(rule(cohorts(named('a'), plan.not(named('b'))), 1_000_000), grouped, 'all other events do')
  t.equal(rule(cohorts(null, null), 1_000), 'stays', 'all events, a small map')
  t.end()
})
