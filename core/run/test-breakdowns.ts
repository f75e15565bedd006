import fc from 'fast-check'
import {
  actorRows,
  avg,
  breakdown,
  column,
  compare,
  count,
  countDistinct,
  derive,
  last,
  max,
  property,
  quantile,
  scan,
  sum,
  text,
  where,
  withTrait,
  type Actor,
  type Batch,
  type Expr,
  type Interval,
  type Measure,
  type Relation,
} from '../../contract/index.js'

/** Test support: events of a few days, and breakdowns of them as metrics ask for them. */

const hour = 3_600_000
const day = 24 * hour

const amount = property('amount', 'number')
const measures: readonly Measure[] = [
  count(),
  countDistinct(column('person')),
  countDistinct(column('device_id')),
  sum(amount),
  avg(amount),
  max(amount),
  quantile(amount, 0.5),
  last(amount, column('timestamp'), column('seq')),
]
const labels: readonly Expr[] = [
  column('country'),
  column('event_name'),
  column('user_id'),
  property('plan', 'label'),
  property('amount', 'label'),
  property('nothing', 'label'),
]
const tier = column('trait:tier_label')

/** Whole days from 1970, and hours within them. */
const ranges: readonly (readonly [number, number])[] = [
  [0, 2],
  [2, 4],
  [5, 6],
  [0, 1],
  [1.5, 3.25],
  [3.25, 5],
  [40, 41],
]

const plain = fc.record({
  measure: fc.constantFrom(...measures),
  condition: fc.constantFrom(null, compare('ne', column('country'), text('DE'))),
  actor: fc.constantFrom<(Actor | null)[]>(null, null, { kind: 'device' }, { kind: 'session' }),
  trait: fc.constantFrom(false, false, true),
  limit: fc.constantFrom<number[]>(2, 3, 1000),
  from: fc.integer({ min: 0, max: 9 }).map((n) => n * hour),
})

const otherLimit = 7

/** Breakdowns by several labels over several ranges, and some that differ in more. */
export const breakdowns = fc
  .record({
    usual: plain,
    labels: fc.uniqueArray(fc.constantFrom(...labels, tier), { minLength: 1, maxLength: 4 }),
    ranges: fc.uniqueArray(fc.constantFrom(...ranges), { minLength: 1, maxLength: 3 }),
    others: fc.array(fc.tuple(plain, fc.constantFrom(...labels), fc.constantFrom(...ranges)), {
      maxLength: 2,
    }),
  })
  .map(({ usual, labels, ranges, others }) => {
    const planOf = (of: typeof usual, label: Expr, [from, to]: readonly [number, number]): Relation => {
      const range = { from: Math.round(from * day), to: Math.round(to * day) }
      return breakdownOf({ ...of, label: label === tier && !of.trait ? column('os') : label, range })
    }
    return [
      ...labels.flatMap((label) => ranges.map((range) => planOf(usual, label, range))),
      ...others.map(([of, label, range]) => planOf({ ...of, limit: otherLimit }, label, range)),
    ]
  })

export interface AskedBreakdown {
  readonly measure: Measure
  readonly condition: Expr | null
  readonly actor: Actor | null
  readonly trait: boolean
  readonly limit: number
  readonly label: Expr
  readonly range: Interval
}

/** The plan of series() over labelledRows(). */
export function breakdownOf({
  measure,
  condition,
  actor,
  trait,
  limit,
  label,
  range,
}: AskedBreakdown): Relation {
  const scanned = scan('events', range.from, range.to)
  const known = trait ? withTrait(scanned, { name: 'tier', prefix: 'trait:tier' }) : scanned
  const rows = condition === null ? known : where(known, condition)
  const edges = [range.from, range.to]
  return breakdown(actorRows(derive(rows, { label }), actor), { edges, measure, limit })
}

/** Events of the ranges, some of them at their bounds. */
export const batches = fc
  .array(
    fc.record({
      time: fc.oneof(
        fc.integer({ min: 0, max: 6 * 24 }).map((n) => n * hour),
        fc.integer({ min: 0, max: 6 * day }),
      ),
      device: fc.nat(5),
      session: fc.option(fc.nat(2)),
      country: fc.constantFrom('DE', 'FR', 'IT', '', null),
      plan: fc.constantFrom('pro', 'free', '', null, 1, true),
      amount: fc.constantFrom(1, 2.5, -4, '7', null),
      event: fc.constantFrom('open', 'buy'),
    }),
    { maxLength: 60 },
  )
  .map((events): Batch => ({
    events: events.map(({ time, device, session, country, plan, amount, event }, seq) => ({
      timestamp: time,
      event_name: event,
      device_id: `d${device}`,
      session_id: session === null ? null : `s${session}`,
      user_id: device === 5 ? 'ann' : null,
      message_id: null,
      seq,
      context: country === null ? {} : { country },
      properties: { plan, amount },
    })),
    links: [
      { timestamp: 0, device_id: 'd0', user_id: 'ann' },
      { timestamp: 0, device_id: 'd5', user_id: 'ann' },
    ],
    traits: [
      { timestamp: 0, device_id: 'd0', message_id: null, seq: 1000, traits: { tier: 'gold' } },
      { timestamp: 0, device_id: 'd1', message_id: null, seq: 1001, traits: { tier: 'free' } },
    ],
    logs: [],
    contexts: [],
    metrics: [],
  }))
