import {
  aggregate,
  and,
  ascending,
  choose,
  column,
  compare,
  derive,
  descending,
  equals,
  join,
  lookup,
  math,
  max,
  missing,
  nothing,
  number,
  sort,
  spine,
  sum,
  where,
  window,
} from '../builders.js'
import type { Expr, Measure, Relation } from '../plan.js'
import { range, record, subsets, type Instants } from './sequence-instants.js'
import { inWindow, type Runs } from './sequence-runs.js'
import { timeOf, type SequenceOptions } from './sequence-options.js'

const time = column('timestamp')

/** A run reaches the n-th step of a condition group when `count` rows have come for each of these sets. */
interface Requirement {
  readonly set: readonly number[]
  readonly count: number
}

/**
 * From each instant on, every step that the rows of the window can serve counts.
 *
 * By König's theorem, the number of steps that rows can serve in a group is a minimum over the sets of its
 * conditions: the steps outside the set plus the rows that meet a condition in it. So the n-th step is
 * reached when every set has enough rows for that. `later_S_q` is the time after this instant at which the
 * q-th row of one of the conditions S comes.
 */
export function anyOrder(instants: Instants, options: SequenceOptions): Runs {
  const { groups, ofStep } = instants.conditions
  const stepsOf = (set: readonly number[]): number => ofStep.filter((index) => set.includes(index)).length
  const sets = groups.flatMap(subsets)
  const nth = (set: readonly number[], count: number): string => `later_${set.join('_')}_${count}`

  const here = (set: readonly number[], count: number, none: Expr): Expr => {
    const rows = instants.rowsOf(set)
    const later = range(1, count).map((some) => ({
      when: equals(rows, number(some)),
      then: column(nth(set, count - some)),
    }))
    return choose([{ when: compare('gte', rows, number(count)), then: time }, ...later], none)
  }
  let { rows } = instants
  for (const count of range(1, Math.max(...groups.map(stepsOf)) + 1)) {
    const made = sets
      .filter((set) => stepsOf(set) >= count)
      .map(
        (set) => [nth(set, count), { kind: 'min-before', value: here(set, count, nothing('time')) }] as const,
      )
    rows = window(rows, [column('person')], [descending(time)], record(made))
  }

  const needs = groups.flatMap((group) =>
    range(1, stepsOf(group) + 1).map((step) =>
      subsets(group)
        .map((set): Requirement => ({ set, count: step - stepsOf(group) + stepsOf(set) }))
        .filter(({ count }) => count > 0),
    ),
  )
  const nameOf = ({ set, count }: Requirement): string => `comes_${set.join('_')}_${count}`
  const comes = (one: Requirement): Expr => column(nameOf(one))
  const times = needs
    .flat()
    .map((one) => [nameOf(one), here(one.set, one.count, column(nth(one.set, one.count)))] as const)
  // A sort without keys: statements then refer to these columns by name instead of repeating their
  // expressions.
  const starts = sort(derive(rows, record(times)), [])
  const reached = needs.map((need) => {
    const all = and(...need.map((one) => inWindow(comes(one), options)))
    return choose([{ when: all, then: number(1) }], number(0))
  })
  const count = reached.reduce((total, one) => math('+', total, one))
  const whole = compare('gte', count, number(ofStep.length))
  const depth =
    options.lastOnly && ofStep.length > 1
      ? choose([{ when: whole, then: number(ofStep.length) }], number(1))
      : count
  return {
    rows: derive(starts, { depth }),
    ties: [],
    withTimes: (best) => sorted(best, needs, comes, options),
  }
}

/**
 * The times of a run's steps in order: each requirement becomes a row, and a step is reached when its last
 * requirement is met.
 */
function sorted(
  best: Relation,
  needs: readonly (readonly Requirement[])[],
  comes: (one: Requirement) => Expr,
  options: SequenceOptions,
): Relation {
  const all = needs.flatMap((need, place) => need.map((one) => ({ ...one, place })))
  const item = column('item')
  const met = choose(
    all.map((one, index) => ({ when: equals(item, number(index)), then: comes(one) })),
    nothing('time'),
  )
  const kept = {
    person: column('person'),
    timestamp: time,
    depth: column('depth'),
    ...(options.edges === null ? {} : { bucket: column('bucket') }),
    ...(options.label === null ? {} : { label: column('label') }),
  }
  const each = derive(join('inner', best, spine('item', all.length), []), {
    met,
    part: lookup(
      item,
      all.map(({ place }) => place),
    ),
  })
  const unmet = choose([{ when: missing(column('met')), then: number(1) }], number(0))
  const parts = aggregate(
    each,
    { ...kept, part: column('part') },
    { met: max(column('met')), unmet: sum(unmet) },
  )
  const reached = where(parts, and(equals(column('unmet'), number(0)), inWindow(column('met'), options)))
  const keys = Object.entries(kept).filter(([name]) => name === 'person' || name === 'bucket')
  const ranked = window(
    reached,
    keys.map(([, key]) => key),
    [ascending(column('met')), ascending(column('part'))],
    {
      rank: { kind: 'running-sum', value: number(1) },
    },
  )
  const times = options.steps.map((_, index) => {
    const own = choose(
      [
        {
          when: and(
            equals(column('rank'), number(index + 1)),
            compare('gte', column('depth'), number(index + 1)),
          ),
          then: column('met'),
        },
      ],
      nothing('time'),
    )
    return [timeOf(index + 1), max(own)] as const
  })
  return aggregate(ranked, kept, record<Measure>(times))
}
