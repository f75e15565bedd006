import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Relation } from '../../../contract/index.js'
import { rollupSet } from '../../clickhouse/views/rollups/tables.js'
import { semiJoin } from '../identity/nodes.js'
import { optimize } from '../optimizer.js'
import { firstColumn, lastColumn, midnightColumn } from '../views/operator.js'
import { matchViews } from './match-views.js'
import { timesBySlot } from './times-by-slot.js'

const { column } = plan
const views = rollupSet(1)
const hour = 3_600_000
const day = 24 * hour
const from = Date.UTC(2024, 0, 1)
const days = [from, from + day, from + 2 * day]
const events = plan.scan('events', from, from + 2 * day)
const time = column('timestamp')

/** The first and last times of each session. */
const sessions = (input: Relation = events): Relation =>
  plan.aggregate(input, { session: column('session') }, { begun: plan.min(time), ended: plan.max(time) })
const counted = (input: Relation, name = 'begun', edges: readonly number[] = days): Relation =>
  plan.aggregate(input, { bucket: plan.bucket(column(name), edges) }, { n: plan.count() })
const before = (ms: number, name = 'begun'): plan.Expr =>
  plan.compare('lt', column(name), plan.literal(ms, 'time'))

type From = 'day' | 'slot' | 'exact'

function sourceOf(name: string): From {
  if (name === midnightColumn) return 'day'
  return [firstColumn, lastColumn].includes(name) ? 'exact' : 'slot'
}

/** Which times of the plan's sessions come from days, which from slots, and which from the first and last times in them. */
function timesOf(relation: Relation): Readonly<Record<string, From>> {
  const { plan: rewritten, fired } = optimize(relation, [matchViews, timesBySlot], { views })
  const found = new Map<string, From>()
  if (fired.length === 0) return {}
  const visit = (node: Relation): Relation => {
    if (node.kind === 'aggregate' && 'session' in node.by)
      for (const [name, measure] of Object.entries(node.measures))
        if ('value' in measure && measure.value.kind === 'column')
          found.set(name, sourceOf(measure.value.name))
    return plan.mapInputs(node, visit)
  }
  visit(rewritten)
  return Object.fromEntries(found)
}

const both = { begun: 'day', ended: 'day' }
const begunBySlot = { begun: 'slot', ended: 'day' }
const members = plan.aggregate(events, { member: column('session') }, {})
const until = from + 8 * day + 7 * hour + 345_678
const untilNow = plan.scan('events', from, until)

t.test('a time that is put into buckets, or compared with instants, comes from the slot or its day', (t) => {
  const table: readonly (readonly [string, Relation, object?])[] = [
    ['buckets of days', counted(sessions())],
    ['quarters of an hour', counted(sessions(), 'begun', [from, from + hour / 4]), begunBySlot],
    ['a bound at noon', counted(plan.where(sessions(), before(from + day / 2))), begunBySlot],
    ['a bound', counted(plan.where(sessions(), before(from + day)))],
    [
      'cases',
      plan.aggregate(
        sessions(),
        {},
        { n: plan.sum(plan.coalesce(plan.bucket(column('begun'), days), plan.number(0))) },
      ),
    ],
    ['under another name', counted(plan.select(sessions(), { start: column('begun') }), 'start')],
    ['a column beside it', counted(plan.derive(sessions(), { start: column('begun') }), 'start')],
    [
      'the least of the least',
      counted(plan.aggregate(sessions(), {}, { least: plan.min(column('begun')) }), 'least'),
    ],
    [
      'sessions looked up',
      counted(semiJoin(sessions(), members, { left: 'session', right: 'member', few: false })),
    ],
    [
      'rows looked up',
      counted(sessions(semiJoin(events, members, { left: 'session', right: 'member', few: false }))),
    ],
    ['a join', counted(plan.join('left', sessions(), members, [{ left: 'session', right: 'member' }]))],
    [
      'sorted by it',
      plan.select(plan.sort(sessions(), [{ by: plan.bucket(column('begun'), days), descending: true }], 3), {
        session: column('session'),
      }),
    ],
    [
      'rows with a condition',
      counted(sessions(plan.where(events, plan.equals(column('country'), plan.text('DE'))))),
    ],
    ['an instant in a cut slot', counted(plan.where(sessions(untilNow), before(until))), begunBySlot],
  ]
  for (const [name, relation, times = both] of table) t.strictSame(timesOf(relation), times, name)
  t.end()
})

t.test('a time that the plan reads to the millisecond stays exact', (t) => {
  const table: readonly (readonly [string, Relation])[] = [
    ['shown', sessions()],
    ['shown under another name', plan.select(sessions(), { start: column('begun') })],
    ['shown as the least of all', plan.aggregate(sessions(), {}, { least: plan.min(column('begun')) })],
    ['an edge within a slot', counted(sessions(), 'begun', [from, from + 1000])],
    ['a bound within a slot', counted(plan.where(sessions(), before(from + 1)))],
    [
      'equal to an instant',
      counted(plan.where(sessions(), plan.equals(column('begun'), plan.literal(from, 'time')))),
    ],
    [
      'compared with another time',
      counted(plan.where(sessions(), plan.compare('lt', column('begun'), column('ended')))),
    ],
    ['grouped by it', plan.aggregate(sessions(), { begun: column('begun') }, { n: plan.count() })],
    ['counted', plan.aggregate(sessions(), {}, { n: plan.countDistinct(column('begun')) })],
    [
      'the difference of two',
      plan.aggregate(sessions(), {}, { n: plan.sum(plan.math('-', column('ended'), column('begun'))) }),
    ],
    [
      'sorted by it',
      plan.select(plan.sort(sessions(), [{ by: column('begun'), descending: true }], 3), {
        session: column('session'),
      }),
    ],
    [
      'joined by it',
      counted(
        plan.join('inner', sessions(), plan.select(sessions(), { other: column('begun') }), [
          { left: 'begun', right: 'other' },
        ]),
        'ended',
      ),
    ],
    [
      'one of a union',
      plan.aggregate(
        plan.union(
          plan.select(sessions(), { at: column('begun') }),
          plan.select(sessions(), { at: column('begun') }),
        ),
        { bucket: plan.bucket(column('at'), days) },
        { n: plan.count() },
      ),
    ],
    [
      'an instant in another slot than the cut one',
      counted(plan.where(sessions(untilNow), before(until - hour))),
    ],
  ]
  for (const [name, relation] of table) t.equal(timesOf(relation)['begun'], 'exact', name)
  t.end()
})

t.test('each time is decided by itself, wherever it is read', (t) => {
  t.strictSame(
    timesOf(plan.select(sessions(), { day: plan.bucket(column('begun'), days), ended: column('ended') })),
    { begun: 'day', ended: 'exact' },
  )
  const once = sessions()
  const twice = plan.join(
    'inner',
    counted(once),
    plan.select(once, { session: column('session'), begun: column('begun') }),
    [],
  )
  t.equal(timesOf(twice)['begun'], 'exact', 'a relation that occurs twice, shown once')
  const byPlan = { session: column('session'), plan: plan.property('plan', 'text') }
  t.same(
    timesOf(counted(plan.aggregate(events, byPlan, { begun: plan.min(column('timestamp')) }))),
    {},
    'no rollup',
  )
  t.end()
})
