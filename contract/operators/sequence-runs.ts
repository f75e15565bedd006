import { and, choose, column, compare, derive, equals, instant, math, nothing, number } from '../builders.js'
import type { Expr, Relation, SortKey } from '../plan.js'
import { range, record } from './sequence-instants.js'
import { timeOf, type SequenceOptions } from './sequence-options.js'

/**
 * The candidate runs: rows with `person`, `timestamp` (of the first step), `depth` and optionally `label`.
 */
export interface Runs {
  readonly rows: Relation
  /** Decides between runs of equal depth and start. */
  readonly ties: readonly SortKey[]
  /** Returns the same rows with the times of their steps. */
  withTimes(rows: Relation): Relation
}

export const inWindow = (end: Expr, { window }: SequenceOptions): Expr =>
  compare('lte', math('-', end, column('timestamp')), instant(window))

/**
 * Runs with the columns `when_d_j`, the time of step j on the way to depth d: for every d if `exact`, else
 * for the last step only.
 */
export function chains(
  rows: Relation,
  ties: readonly SortKey[],
  options: SequenceOptions,
  exact: boolean,
): Runs {
  const last = options.steps.length
  const depths = (options.lastOnly ? [last] : range(2, last + 1)).filter((depth) => depth > 1).reverse()
  const when = (depth: number, step: number): Expr => column(`when_${exact ? depth : last}_${step}`)
  const depth = choose(
    depths.map((one) => ({ when: inWindow(when(one, one), options), then: number(one) })),
    number(1),
  )
  const stepTime = (step: number): Expr => {
    const reached = exact
      ? depths.filter((one) => one >= step).map((one) => [equals(column('depth'), number(one)), one] as const)
      : [[compare('gte', column('depth'), number(step)), last] as const]
    return choose(
      reached.map(([holds, one]) => ({ when: and(holds), then: when(one, step) })),
      nothing('time'),
    )
  }
  return {
    rows: derive(rows, { depth }),
    ties,
    withTimes: (best) =>
      derive(
        best,
        record(
          range(1, last + 1).map(
            (step) => [timeOf(step), step === 1 ? column('timestamp') : stepTime(step)] as const,
          ),
        ),
      ),
  }
}
