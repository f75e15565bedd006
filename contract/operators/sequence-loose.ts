import {
  and,
  choose,
  column,
  compare,
  derive,
  descending,
  missing,
  not,
  nothing,
  number,
  where,
  window,
} from '../builders.js'
import type { Expr } from '../plan.js'
import { range, record, unbroken, type Instants } from './sequence-instants.js'
import { chains, type Runs } from './sequence-runs.js'
import type { SequenceOptions } from './sequence-options.js'

const time = column('timestamp')

/**
 * `after_k_d_j` is the time at which the instants after this one would reach step j, for a run that has depth
 * k here and is to reach depth d.
 *
 * Without exclusions, a run that takes every step as soon as it can is as deep as any and the earliest,
 * whatever d is. With exclusions, an early step may come before a row that breaks the run. So only instants
 * from which depth d can be reached are used, and each d has its own columns.
 */
export function looseOrder(instants: Instants, options: SequenceOptions): Runs {
  const { times, lastOnly, exclusions } = options
  const steps = options.steps.length
  const exact = exclusions.length > 0
  const targets = exact && !lastOnly ? range(2, steps + 1) : [steps]
  const wanted = (depth: number, target: number): readonly number[] =>
    range(depth + 1, target + 1).filter(
      (step) => times || step === target || (exact ? step === depth + 1 : !lastOnly),
    )
  const after = (depth: number, target: number, step: number): Expr =>
    column(`after_${depth}_${target}_${step}`)

  const leads = (depth: number, target: number): Expr => {
    if (!exact || depth === target) return and()
    const next = after(depth, target, depth + 1)
    return and(not(missing(next)), ...unbroken(instants, depth, next))
  }
  /**
   * The time at which `step` is reached by a run that comes to this instant with this depth and takes a step
   * here.
   */
  const reached = (depth: number, target: number, step: number): Expr =>
    choose(
      range(depth + 1, target + 1)
        .reverse()
        .map((to) => ({
          when: and(compare('gte', instants.reach(depth), number(to)), leads(to, target)),
          then: step <= to ? time : after(to, target, step),
        })),
      nothing('time'),
    )
  const columnsAt = (depth: number, name: string, target: number): readonly (readonly [string, Expr])[] =>
    wanted(depth, target).map((step) => [`${name}_${target}_${step}`, reached(depth, target, step)] as const)

  let { rows } = instants
  for (const depth of range(1, steps).reverse()) {
    const made = targets
      .filter((target) => target > depth)
      .flatMap((target) => columnsAt(depth, `after_${depth}`, target))
      .map(([name, value]) => [name, { kind: 'min-before', value }] as const)
    rows = window(rows, [column('person')], [descending(time)], record(made))
  }
  const starts = where(rows, compare('gte', instants.reach(0), number(1)))
  const whens = targets.flatMap((target) => columnsAt(0, 'when', target))
  return chains(derive(starts, record(whens)), [], options, exact)
}
