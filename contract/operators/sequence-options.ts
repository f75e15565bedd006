import type { Expr } from '../plan.js'

export type SequenceOrder = 'loose' | 'strict' | 'any'

/**
 * Rows that break a run between two of its steps: after any step from `from` up to the one before `to`,
 * counted from 1.
 */
export interface SequenceExclusion {
  readonly when: Expr
  readonly from: number
  readonly to: number
}

export interface SequenceOptions {
  /** Conditions over the input's rows, one per step. */
  readonly steps: readonly Expr[]
  /** The maximum time from a run's first step to its last, in milliseconds, inclusive. */
  readonly window: number
  readonly order: SequenceOrder
  /** Not allowed with the order `any`, in which nothing is between two steps. */
  readonly exclusions: readonly SequenceExclusion[]
  /** Whether to also return the time of each step of the run: `time_1`, `time_2` … */
  readonly times: boolean
  /** A string over the input's rows. The result has its value in the run's first row as `label`. */
  readonly label: Expr | null
  /**
   * If set, returns one run per interval of start times instead of one per person; the result has `bucket`.
   */
  readonly edges: readonly number[] | null
  /** Report only whether the last step is reached: a shorter run counts as one of depth 1. */
  readonly lastOnly: boolean
}

export const timeOf = (step: number): string => `time_${step}`
