import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Measure, Relation } from '../../../contract/index.js'
import { expand } from '../../../core/run/expand.js'
import { rollupSet } from '../../clickhouse/views/rollups/tables.js'
import { rollupSet as onPostgres } from '../../postgres/views/rollups/tables.js'
import { optimize } from '../optimizer.js'
import { matchViews } from './match-views.js'
import type { RollupOptions, RollupSet } from '../views/operator.js'

const onClickHouse = rollupSet(1)
const decided = (relation: Relation, views: RollupSet): Relation =>
  optimize(relation, [matchViews], { views }).plan
const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))
const hour = 3_600_000
const day = 24 * hour
const from = Date.UTC(2024, 0, 1)
const days = [from, from + day, from + 2 * day]
const { column, text } = plan
const time = column('timestamp')
const events = plan.scan('events', from, from + 2 * day)
const inDays = { bucket: plan.bucket(time, days) }
const people = { people: plan.countDistinct(column('person')) }
const counted = (input: Relation, measures: Record<string, Measure> = { n: plan.count() }): Relation =>
  plan.aggregate(input, inDays, measures)
const being = (name: string): Expr => plan.equals(column('event_name'), text(name))
const presence = (input: Relation, by: readonly string[] = []): Relation =>
  plan.presence(input, { windows: [{ from, to: from + day }], by })
/** Six days and a bit over 12 hours after `from`: not on the boundary of any slot. */
const now = from + 6 * day + 12 * hour + 345_678
const untilNow = plan.scan('events', from - 30 * day, now + 1)
const members = plan.aggregate(events, { member: column('person') }, {})
const among = (input: Relation): Relation =>
  plan.join('inner', input, members, [{ left: 'person', right: 'member' }])
const raw = 'events'
const shifted = (ms: number): readonly number[] => days.map((one) => one + ms)

/**
 * A plan and the tables that it reads, rollups or `events`, on ClickHouse and, if they differ, on Postgres.
 */
type Case = readonly [name: string, plan: Relation, clickhouse: string, postgres?: string]

const table: readonly Case[] = [
  ['events a day', counted(events), 'event_slots', 'event_days'],
  ['one event a day', counted(plan.where(events, being('a'))), 'event_slots', 'event_days'],
  [
    'first and last time of an event',
    plan.aggregate(events, { e: column('event_name') }, { a: plan.min(time), z: plan.max(time) }),
    'event_slots',
    'event_days',
  ],
  [
    'half an hour',
    plan.aggregate(events, { bucket: plan.bucket(time, [from, from + hour / 2]) }, { n: plan.count() }),
    'event_slots',
    'device_slots',
  ],
  [
    'half a quarter of an hour',
    plan.aggregate(events, { bucket: plan.bucket(time, [from, from + hour / 8]) }, { n: plan.count() }),
    raw,
  ],
  [
    'days of a zone with three quarters of an hour',
    plan.aggregate(events, { bucket: plan.bucket(time, shifted((hour * 3) / 4)) }, { n: plan.count() }),
    'event_slots',
    'device_slots',
  ],
  [
    'days of a zone of whole hours',
    plan.aggregate(events, { bucket: plan.bucket(time, shifted(hour)) }, { n: plan.count() }),
    'event_slots',
    'event_hours',
  ],
  [
    'one event, days of a zone of half an hour',
    plan.aggregate(
      plan.where(events, being('a')),
      { bucket: plan.bucket(time, shifted(hour / 2)) },
      { n: plan.count() },
    ),
    'event_slots',
    raw,
  ],
  [
    'days of a zone of mean solar time',
    plan.aggregate(events, { bucket: plan.bucket(time, shifted(44.5 * 60_000)) }, { n: plan.count() }),
    raw,
  ],
  [
    'weeks of a zone of mean solar time',
    plan.aggregate(
      plan.scan('events', from, from + 8 * 7 * day),
      { bucket: plan.bucket(time, [from, from + 7 * day + 44.5 * 60_000, from + 56 * day]) },
      people,
    ),
    'device_slots and 1 slot of events',
  ],
  ['a short range that ends within a slot', counted(plan.scan('events', from, from + day + 1)), raw],
  ['up to now', counted(untilNow), 'event_slots and 1 slot of events', 'event_days and 1 slot of events'],
  [
    'all time up to now',
    counted(plan.scan('events', null, now)),
    'event_slots and 1 slot of events',
    'event_days and 1 slot of events',
  ],
  [
    'the thirty days that end with now',
    presence(plan.scan('events', now + 1 - 30 * day, now + 1)),
    'device_slots and 2 slots of events',
  ],
  [
    'an instant before the range',
    counted(plan.where(events, plan.compare('gte', time, plan.instant(from - 1)))),
    'event_slots',
    'event_days',
  ],
  [
    'a slot of too many days',
    counted(plan.scan('events', null, from), {
      days: plan.countDistinct(
        plan.bucket(time, Array.from({ length: 18 }, (_, at) => from - at * day - 1).reverse()),
      ),
    }),
    raw,
  ],
  [
    'a time within a slot',
    counted(plan.where(untilNow, plan.compare('gte', time, plan.instant(from + 1)))),
    'event_slots and 2 slots of events',
    'event_days and 2 slots of events',
  ],
  [
    'at or after the start of a slot',
    counted(plan.where(events, plan.compare('gte', time, plan.instant(from + hour)))),
    'event_slots',
    'event_hours',
  ],
  [
    'after the start of a slot',
    counted(plan.where(untilNow, plan.compare('gt', time, plan.instant(from + hour)))),
    'event_slots and 2 slots of events',
    'event_days and 2 slots of events',
  ],
  [
    'after the last millisecond of a slot',
    counted(plan.where(events, plan.compare('gt', time, plan.instant(from + hour - 1)))),
    'event_slots',
    'event_hours',
  ],
  ['an instant itself', counted(plan.where(events, plan.equals(time, plan.instant(from)))), raw],
  ['the time itself', plan.aggregate(events, { at: time }, { n: plan.count() }), raw],
  [
    'the time under another name',
    counted(plan.derive(events, { at: time }), { at: plan.min(column('at')) }),
    raw,
  ],
  ['persons a day', counted(events, people), 'device_slots'],
  ['sessions a day', counted(events, { s: plan.countDistinct(column('session')) }), 'device_slots'],
  ['persons of one event', counted(plan.where(events, being('a')), people), raw],
  [
    'persons by country',
    plan.aggregate(plan.derive(events, { label: column('country') }), { label: column('label') }, people),
    'device_slots',
    raw,
  ],
  ['persons by city', plan.aggregate(events, { label: column('city') }, people), raw],
  ['an unused column', counted(plan.derive(events, { label: column('city') })), 'event_slots', 'event_days'],
  ['a property', plan.aggregate(events, { plan: plan.property('plan', 'text') }, { n: plan.count() }), raw],
  ['a sum of a property', counted(events, { sum: plan.sum(plan.property('amount', 'number')) }), raw],
  ['the first of each', counted(events, { first: plan.first(column('country'), time, column('seq')) }), raw],
  ['single rows', plan.sort(events, [plan.descending(time)], 10), raw],
  ['presence', presence(events), 'device_slots'],
  ['presence by os', presence(events, ['os']), 'device_slots', raw],
  ['presence of one event', presence(plan.where(events, being('a'))), raw],
  [
    'lifecycle',
    plan.lifecycle(events, { edges: days, before: { from: from - day, to: from } }),
    'device_slots',
  ],
  [
    'lifecycle cut within a slot',
    plan.lifecycle(events, { edges: [from, from + 1], before: { from: from - day, to: from } }),
    raw,
  ],
  [
    'retention of any event',
    plan.cohorts(events, { edges: days, periods: 2, starts: null, returns: null, mode: 'on', by: [] }),
    'device_slots',
  ],
  [
    'retention of two events',
    plan.cohorts(events, {
      edges: days,
      periods: 2,
      starts: being('a'),
      returns: being('b'),
      mode: 'on',
      by: [],
    }),
    raw,
  ],
  [
    'retention by country',
    plan.cohorts(events, {
      edges: days,
      periods: 2,
      starts: null,
      returns: null,
      mode: 'on',
      by: ['country'],
    }),
    raw,
  ],
  ['persons among persons', counted(among(events), people), 'device_slots'],
  ['events among persons', counted(among(events)), 'device_slots'],
  ['one event among persons', counted(among(plan.where(events, being('a')))), 'events + device_slots'],
  [
    'two counts of which one needs the rows',
    plan.union(counted(events), plan.aggregate(events, { bucket: column('seq') }, { n: plan.count() })),
    'event_slots + events',
    'event_days + events',
  ],
  ['logs', plan.aggregate(plan.scan('logs'), { l: column('level') }, { n: plan.count() }), ''],
]

t.test('the tables that plans read', (t) => {
  for (const [name, relation, clickhouse, postgres = clickhouse] of table) {
    t.equal(tablesOf(decided(relation, onClickHouse)), clickhouse, name)
    const lowered = expand(relation, { native: new Set(['cohorts']) }, operators)
    t.equal(tablesOf(decided(lowered, onPostgres)), postgres, `${name}, on Postgres`)
  }
  t.end()
})

t.test('a count of nothing stays 0', (t) => {
  const answered = decided(
    plan.aggregate(events, {}, { n: plan.count(), first: plan.min(time) }),
    onClickHouse,
  )
  t.match(answered, {
    kind: 'select',
    columns: { n: { kind: 'coalesce' }, first: { kind: 'column' } },
    input: { measures: { n: { kind: 'sum' }, first: { kind: 'min' } } },
  })
  t.end()
})

function shown({ name, cuts }: RollupOptions): string {
  const slots = cuts.length === 1 ? 'slot' : 'slots'
  return cuts.length === 0 ? name : `${name} and ${cuts.length} ${slots} of events`
}

function tablesOf(relation: Relation): string {
  return [...new Set(scansOf(relation))].join(' + ')
}

function scansOf(relation: Relation): readonly string[] {
  switch (relation.kind) {
    case 'scan':
      return relation.source === 'events' ? [raw] : []
    case 'spine':
      return []
    case 'operator':
      if (relation.operator === 'rollup') return [shown(relation.options as RollupOptions)]
      return relation.inputs.flatMap(scansOf)
    case 'union':
      return relation.inputs.flatMap(scansOf)
    case 'join':
      return [relation.left, relation.right].flatMap(scansOf)
    default:
      return scansOf(relation.input)
  }
}
