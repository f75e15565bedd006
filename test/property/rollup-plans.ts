import fc from 'fast-check'
import * as plan from '../../contract/index.js'
import type { Batch, Expr, Measure, Relation } from '../../contract/index.js'
import { calendarEdges } from '../kit/plans/calendars.js'
import { someOf, type Choices } from '../kit/plans/choices.js'
import { inSession, started } from '../../storage-adapters/clickhouse/query/rules/test-started-sessions.js'

const hourMs = 3_600_000
const slotMs = 900_000
/** Two days later a block of the view device_days begins, and a day after that a month. */
export const start = Date.UTC(2016, 1, 27)

const event = fc.record({
  timestamp: fc
    .tuple(
      fc.nat({ max: 8 * 24 }),
      fc.constantFrom(0, 0, 1, hourMs - 1, slotMs, slotMs - 1, 1_800_000, 1_800_001),
    )
    .map(([hour, shift]) => start + hour * hourMs + shift),
  event_name: fc.constantFrom('a', 'b', "it's"),
  device_id: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5'),
  session_id: fc.constantFrom(null, 's1', 's2', 's3'),
  user_id: fc.constant(null),
  message_id: fc.constantFrom(null, null, 'm'),
  context: fc.record(
    { os: fc.constantFrom('mac', ''), country: fc.constantFrom('DE', 'é'), city: fc.constantFrom('Ulm', '') },
    { requiredKeys: [] },
  ),
  properties: fc.record({ on: fc.boolean() }, { requiredKeys: [] }),
})
const link = fc.record({
  timestamp: fc.constantFrom(1, 2),
  device_id: fc.constantFrom('d1', 'd2', 'd3'),
  user_id: fc.constantFrom('d1', 'u1', 'u2'),
})
const batchOf = (mostEvents: number) =>
  fc.record({
    events: fc.array(event, { maxLength: mostEvents, size: 'max' }),
    links: fc.array(link, { maxLength: 3 }),
  })

/**
 * Several batches create several parts; links come late, some alone, and a message comes twice. After many first events the
 * later ones are few enough to be read beside what is derived from the first.
 */
export const batches: fc.Arbitrary<readonly Batch[]> = fc
  .tuple(
    fc.oneof(batchOf(25), batchOf(120)),
    fc.array(fc.oneof(batchOf(25), batchOf(5), batchOf(0)), { maxLength: 4 }),
  )
  .map(([first, later]) => {
    const list = [first, ...later]
    let seq = 0
    const rest = { logs: [], traits: [], contexts: [], metrics: [] }
    return list.map(({ events, links }) => ({
      ...rest,
      links,
      events: events.map((one) => ({
        ...one,
        seq: seq++,
        message_id: one.message_id === null ? null : `m${one.timestamp}`,
      })),
    }))
  })

/**
 * Mostly starts of slots; sometimes the weeks or days of a calendar, and sometimes an instant within a slot,
 * which only the base rows can answer.
 */
function edges(choices: Choices): readonly number[] {
  if (choices.chance(20)) return calendarEdges(choices, { from: start, to: start + 9 * 24 * hourMs })
  const step = choices.of([24, 24, 1, 7, 3]) * hourMs
  const from = start + choices.of([0, 0, 24, 5]) * hourMs + cut(choices)
  return Array.from({ length: 2 + choices.below(9) }, (_, index) => from + index * step)
}

const cut = (choices: Choices): number =>
  choices.chance(30) ? choices.of([slotMs, 1, slotMs - 1, hourMs - 1, 1_800_001]) : 0

const texts: Readonly<Record<string, readonly string[]>> = {
  event_name: ['a', 'b', "it's"],
  os: ['mac', ''],
  country: ['DE', 'é'],
  user_id: ['u1', 'd1'],
  city: ['Ulm'],
}

function condition(choices: Choices): Expr {
  const name = choices.of(['event_name', 'country', 'os', 'user_id', 'city'])
  const one: Expr = choices.of([
    plan.equals(plan.column(name), plan.text(choices.of(texts[name]!))),
    plan.not(plan.missing(plan.column(name))),
    { kind: 'in', value: plan.column(name), options: [...texts[name]!] } as const,
    plan.compare(
      choices.of(['gte', 'gte', 'lt', 'gt', 'lte']),
      plan.column('timestamp'),
      plan.instant(edges(choices)[0]!),
    ),
  ])
  const both = choices.chance(25) ? plan.and(one, condition(choices)) : one
  return choices.chance(25) ? plan.not(both) : both
}

function rows(choices: Choices): Relation {
  const bound = (): number | null => (choices.chance(40) ? edges(choices).at(-1)! : null)
  let relation = plan.scan(
    'events',
    choices.chance(30) ? start + choices.of([24, 5]) * hourMs + cut(choices) : null,
    bound(),
  )
  if (choices.chance(50)) relation = plan.where(relation, condition(choices))
  if (choices.chance(30))
    relation = plan.derive(relation, { label: plan.coalesce(plan.column('country'), plan.text('(none)')) })
  if (choices.chance(20)) {
    const members = plan.aggregate(
      plan.where(plan.scan('events'), condition(choices)),
      { member: plan.column('person') },
      {},
    )
    relation = plan.join('inner', relation, members, [{ left: 'person', right: 'member' }])
  }
  return relation
}

/** Like series: persons or sessions per bucket and in total, over rows inside the buckets. */
function distinctPersons(choices: Choices): Relation {
  const bounds = edges(choices)
  let relation = plan.scan('events', bounds[0], bounds.at(-1))
  if (choices.chance(60)) relation = plan.where(relation, condition(choices))
  const by = { bucket: plan.bucket(plan.column('timestamp'), bounds) }
  const sets = choices.chance(70) ? [['bucket'], []] : null
  const what = plan.column(choices.of(['person', 'person', 'session']))
  return plan.aggregate(relation, by, { value: plan.countDistinct(what) }, sets)
}

/** The same with a breakdown, as in the metrics' own series. */
function splitPersons(choices: Choices): Relation {
  const [begin = 0] = edges(choices)
  const step = choices.of([24, 24, 48, 168]) * hourMs
  const bounds = Array.from({ length: 2 + choices.below(9) }, (_, index) => begin + index * step)
  const [from = 0, to = 0] = [bounds[0], bounds.at(-1)]
  const names = [texts['country']!, ['DE', '(none)'], []]
  return plan.series(
    {
      now: to,
      source: 'events',
      range: { from, to },
      timezone: 'UTC',
      grain: 'daily',
      edges: bounds,
      filter: choices.chance(40) ? condition(choices) : null,
      traits: [],
      breakdown: {
        label: plan.column(choices.of(['country', 'os', 'event_name'])),
        limit: choices.of([1, 2, 25]),
        ...(choices.chance(30) ? { names: choices.of(names) } : {}),
      },
      members: null,
      before: { from: from - 24 * hourMs, to: from },
      days: [],
    },
    plan.countDistinct(plan.column('person')),
  )
}

const isIdentified = plan.not(plan.missing(plan.column('user_id')))

/**
 * The persons active on each day, for all events or those of users, as dashboards query them: by whole days,
 * except at the ends of the range.
 */
function activity(choices: Choices): Relation {
  const step = choices.of([1, 1, 2]) * 24 * hourMs
  const first = start + choices.of([1, 1, 2, 0, 4]) * 24 * hourMs
  const bounds = Array.from({ length: 2 + choices.below(7) }, (_, index) => first + index * step)
  const [end = first] = bounds.slice(-1)
  const from = choices.of([null, null, first, first, first + 5 * hourMs + cut(choices)])
  const to = choices.of([null, end, end, end - 3 * hourMs - cut(choices)])
  const ofSome = choices.chance(30)
  const among = (all: Relation): Relation => (ofSome ? plan.where(all, isIdentified) : all)
  const input = among(plan.scan('events', from, to))
  switch (choices.below(4)) {
    case 0:
      return plan.presence(input, {
        windows: bounds.map((from) => ({ from, to: from + choices.of([1, 2, 3]) * step })),
        by: [],
      })
    case 1:
      return plan.lifecycle(input, {
        edges: [first + choices.of([0, 0, step / 2]), ...bounds.slice(1)],
        before: { from: first - step, to: first },
      })
    case 2:
      return plan.cohorts(input, {
        edges: bounds,
        periods: 4,
        starts: null,
        returns: null,
        mode: 'on',
        by: [],
      })
    default:
      return plan.aggregate(
        among(plan.scan('events', from ?? first, to ?? end)),
        { bucket: plan.bucket(plan.column('timestamp'), bounds) },
        { value: plan.countDistinct(plan.column('person')) },
        choices.chance(70) ? [['bucket'], []] : null,
      )
  }
}

/** Sessions that began in a range, with conditions on their events, those of another range, or none. */
function sessionsStarted(choices: Choices): Relation {
  const bounds = edges(choices)
  const conditions = choices.chance(30) ? [inSession, condition(choices)] : [inSession]
  const others = choices.chance(10) ? [inSession, condition(choices)] : conditions
  return started({
    from: bounds[0]!,
    to: bounds.at(-1)!,
    ...{ inRange: conditions, before: choices.chance(10) ? others : conditions, present: others },
    ...(choices.chance(10) && { historyTo: start + 24 * hourMs }),
  })
}

/** Plans that rollups may answer, or nearly. */
export function coarse(choices: Choices): Relation {
  const input = rows(choices)
  const names = Object.keys(plan.columnsOf(input))
  const splits = ['event_name', 'os', 'country', ...names.filter((name) => name === 'label')]
  switch (choices.below(11)) {
    case 10:
    case 9:
      return sessionsStarted(choices)
    case 8:
      return splitPersons(choices)
    case 7:
    case 6:
      return activity(choices)
    case 5:
      return distinctPersons(choices)
    case 0:
      return plan.presence(input, {
        windows: edges(choices).map((from) => ({ from, to: from + choices.of([1, 24, 48]) * hourMs })),
        by: someOf(choices, splits.slice(1), 1),
      })
    case 1: {
      const bounds = edges(choices)
      return plan.lifecycle(input, {
        edges: bounds,
        before: { from: bounds[0]! - 24 * hourMs, to: bounds[0]! },
      })
    }
    case 2: {
      const pick = (): Expr | null => (choices.chance(50) ? condition(choices) : null)
      const mode = choices.of(plan.returnModes)
      return plan.cohorts(input, {
        edges: edges(choices),
        periods: 4,
        starts: pick(),
        returns: pick(),
        mode,
        by: [],
      })
    }
    default: {
      const keys = Object.fromEntries(
        someOf(choices, splits, 2).map((name) => [`by_${name}`, plan.column(name)]),
      )
      const by: Record<string, Expr> = { ...keys }
      if (choices.chance(60)) by['bucket'] = plan.bucket(plan.column('timestamp'), edges(choices))
      const measures: Record<string, Measure> = { n: plan.count() }
      if (choices.chance(50)) measures['people'] = plan.countDistinct(plan.column('person'))
      if (choices.chance(40)) measures['sessions'] = plan.countDistinct(plan.column('session'))
      if (choices.chance(30)) measures['first'] = plan.min(plan.column('timestamp'))
      if (choices.chance(30)) measures['last'] = plan.max(plan.column('timestamp'))
      const sets = choices.chance(40) && Object.keys(by).length > 0 ? [Object.keys(by), []] : null
      return plan.aggregate(input, by, measures, sets)
    }
  }
}
