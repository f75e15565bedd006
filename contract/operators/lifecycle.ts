import {
  aggregate,
  and,
  bucket,
  choose,
  coalesce,
  column,
  compare,
  count,
  descending,
  equals,
  instant,
  join,
  math,
  max,
  missing,
  number,
  select,
  spine,
  sum,
  text,
  where,
  window,
} from '../builders.js'
import type { Expr, OperatorNode, Relation } from '../plan.js'
import type { Interval } from '../question.js'
import type { OperatorDefinition } from './operator.js'

/** The states of a person in a bucket, in the order in which they are reported. */
export const lifecycleStates = ['new', 'returning', 'resurrected', 'dormant'] as const
export type LifecycleState = (typeof lifecycleStates)[number]

export interface LifecycleOptions {
  /** The bounds of the buckets, ascending. */
  readonly edges: readonly number[]
  /**
   * The whole period before the one that contains the first bucket; it may end before the first bucket
   * begins.
   */
  readonly before: Interval
}

/**
 * Lifecycle: the state of each bucket's persons. The input has the columns `timestamp` and `person`. For each
 * bucket and state with persons the result has `bucket` (its index), `state` and `persons`.
 */
export function lifecycle(input: Relation, options: LifecycleOptions): Relation {
  const node: OperatorNode = {
    kind: 'operator',
    operator: 'lifecycle',
    inputs: [input],
    options,
    columns: { bucket: 'int', state: 'text', persons: 'int' },
  }
  return Object.freeze(node)
}

/** The bounds of the whole periods: the one before the first bucket, then one per bucket. */
export const periodBounds = ({ edges, before }: LifecycleOptions): readonly number[] =>
  edges.length < 2 ? [] : [before.from, before.to, ...edges.slice(1)]

/**
 * The states as numbers, their positions in the list. The last number marks persons seen only before the
 * first bucket.
 */
const codeOf = (state: LifecycleState): Expr => number(lifecycleStates.indexOf(state))
const uncounted = number(lifecycleStates.length)
const [zero, one] = [number(0), number(1)]
const period = column('period')

/**
 * One row per person and period, in time order: the state follows from the person's previous period. Dormant
 * persons need no rows of their own: they are the persons of the previous period minus those who returned.
 */
export const lifecycleOperator: OperatorDefinition = {
  name: 'lifecycle',
  lower({ inputs: [input], options }) {
    const { edges, before } = options as LifecycleOptions
    if (input === undefined) throw new Error('lifecycle requires an input')
    const bounds = periodBounds(options as LifecycleOptions)
    const [start = 0, end = 0] = [edges[0], edges.at(-1)]
    const time = column('timestamp')

    // Period 0 is the one before the first bucket, −1 everything earlier. Only the first bucket may be
    // shorter than its period.
    const cut = before.to < start
    const reached = choose([{ when: compare('gte', time, instant(start)), then: one }], zero)
    const seen = aggregate(
      where(input, compare('lt', time, instant(end))),
      { person: column('person'), period: coalesce(bucket(time, bounds), number(-1)) },
      cut ? { reached: max(reached) } : {},
    )
    const ordered = window(seen, [column('person')], [descending(period)], {
      last_seen: { kind: 'next', value: period },
    })
    const counts = cut ? equals(column('reached'), one) : compare('gte', period, one)
    const state = choose(
      [
        { when: and(counts, missing(column('last_seen'))), then: codeOf('new') },
        { when: and(counts, equals(column('last_seen'), math('-', period, one))), then: codeOf('returning') },
        { when: counts, then: codeOf('resurrected') },
      ],
      uncounted,
    )
    const counted = aggregate(ordered, { period, code: state }, { size: count() })

    // Each count contributes three rows: to its own state, to the next period's dormant, and, if returning,
    // minus itself to dormant.
    const side = column('side')
    const isReturning = equals(column('code'), codeOf('returning'))
    const less = choose([{ when: isReturning, then: math('-', zero, column('size')) }], zero)
    const sides = select(join('inner', counted, spine('side', 3), []), {
      bucket: choose([{ when: equals(side, one), then: period }], math('-', period, one)),
      code: choose([{ when: equals(side, zero), then: column('code') }], codeOf('dormant')),
      size: choose([{ when: equals(side, number(2)), then: less }], column('size')),
    })
    const inRange = and(
      compare('gte', column('bucket'), zero),
      compare('lt', column('bucket'), number(Math.max(0, edges.length - 1))),
      compare('lt', column('code'), uncounted),
    )
    const summed = aggregate(
      where(sides, inRange),
      { bucket: column('bucket'), code: column('code') },
      { persons: sum(column('size')) },
    )
    const named = choose(
      lifecycleStates.map((name) => ({ when: equals(column('code'), codeOf(name)), then: text(name) })),
      text(''),
    )
    return select(where(summed, compare('gt', column('persons'), zero)), {
      bucket: column('bucket'),
      state: named,
      persons: column('persons'),
    })
  },
}
