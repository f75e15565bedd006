import {
  and,
  ascending,
  choose,
  column,
  compare,
  derive,
  descending,
  equals,
  join,
  math,
  nothing,
  number,
  spine,
  where,
  window,
} from '../builders.js'
import type { Expr } from '../plan.js'
import { range, record, unbroken, type Instants } from './sequence-instants.js'
import { chains, type Runs } from './sequence-runs.js'
import type { SequenceOptions } from './sequence-options.js'

const time = column('timestamp')

/**
 * A run continues through an instant only if it takes a step with every row there. At the run's first and
 * last instant, the other rows come before and after it.
 *
 * `after_k_j` is the time at which the next instant and those after it would reach step j, for a run that has
 * depth k here. The number of steps taken at the first instant (`first`) is tried for every value.
 */
export function strictOrder(instants: Instants, options: SequenceOptions): Runs {
  const steps = options.steps.length
  const wanted = (depth: number): readonly number[] =>
    range(depth + 1, steps + 1).filter((step) => options.times || !options.lastOnly || step === steps)
  const after = (depth: number, step: number): Expr => column(`after_${depth}_${step}`)
  const goesOn = (depth: number): readonly Expr[] => unbroken(instants, depth, column('next_time'))

  const reached = (depth: number, step: number): Expr =>
    choose(
      [
        { when: compare('gte', instants.reach(depth), number(step)), then: time },
        ...range(depth + 1, step).map((to) => ({
          when: and(
            compare('gte', instants.reach(depth), number(to)),
            equals(column('size'), number(to - depth)),
            ...goesOn(to),
          ),
          then: after(to, step),
        })),
      ],
      nothing('time'),
    )

  const inOrder = [ascending(time)]
  let rows = window(instants.rows, [column('person')], inOrder, { next_time: { kind: 'next', value: time } })
  for (const depth of range(1, steps).reverse()) {
    const made = wanted(depth).map(
      (step) => [`after_${depth}_${step}`, { kind: 'next', value: reached(depth, step) }] as const,
    )
    rows = window(rows, [column('person')], inOrder, record(made))
  }

  const first = math('+', column('first'), number(1))
  const starts = where(
    join('inner', rows, spine('first', steps), []),
    compare('gte', instants.reach(0), first),
  )
  const when = (step: number): Expr =>
    choose(
      [
        { when: compare('gte', first, number(step)), then: time },
        ...range(1, step).map((to) => ({
          when: and(equals(first, number(to)), ...goesOn(to)),
          then: after(to, step),
        })),
      ],
      nothing('time'),
    )
  const whens = wanted(1).map((step) => [`when_${steps}_${step}`, when(step)] as const)
  return chains(derive(starts, record(whens)), [descending(column('first'))], options, false)
}
