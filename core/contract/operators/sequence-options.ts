import type { Expr } from '../plan.js'

export type SequenceOrder = 'loose' | 'strict' | 'any'

/** Rows that break a run between two of its steps, for each step from `from` up to the one before `to` (from 1). */
export interface SequenceExclusion {
  readonly when: Expr
  readonly from: number
  readonly to: number
}

export interface SequenceOptions {
  /** Conditions over the input's rows, one a step. */
  readonly steps: readonly Expr[]
  /** From a run's first step to its last, in milliseconds, both ends included. */
  readonly window: number
  readonly order: SequenceOrder
  /** Not with the order `any`, in which nothing is between two steps. */
  readonly exclusions: readonly SequenceExclusion[]
  /** Also answer when each step of the run was reached: `time_1`, `time_2` … */
  readonly times: boolean
  /** A text over the input's rows; the run's first row's is answered as `label`. */
  readonly label: Expr | null
  /** One run for each of these intervals of time in which runs start, not one a person: the answer has `bucket`. */
  readonly edges: readonly number[] | null
  /** Tell only whether the last step is reached: a run that falls short of it counts as one of depth 1. */
  readonly lastOnly: boolean
}

export const timeOf = (step: number): string => `time_${step}`
