import { dimensionKey, type Dimensioned } from '../../data/dimension.js'

/** One cohort; `retention` (shares, 0 to 1) and `counts` have an entry per period. */
export interface Cohort {
  readonly cohort_date: string
  readonly cohort_size: number
  readonly retention: readonly number[]
  readonly counts: readonly number[]
}

export interface Cohorts {
  readonly cohorts: readonly Cohort[]
  /** By period: plain means over the cohorts that have the period, and means weighted by cohort size. */
  readonly averages: readonly number[]
  readonly weighted_averages: readonly number[]
}

/** The answer of POST /api/v1/retention. */
export interface RetentionResult extends Cohorts {
  readonly granularity: 'day' | 'week' | 'month'
  readonly periods: number
  readonly breakdowns?: readonly (Cohorts & Dimensioned & { readonly dimension: string })[]
}

export const weights = ['size', 'alike'] as const
/** The weight of a cohort in averages: `size` is its number of people, `alike` is the same for all. */
export type Weight = (typeof weights)[number]

export const averagesOf = ({ averages, weighted_averages }: Cohorts, weight: Weight): readonly number[] =>
  weight === 'size' ? weighted_averages : averages

/** The cohorts of the dimension with this key; of everyone if there is none. */
export const cohortsOf = (result: RetentionResult, group: string): Cohorts =>
  result.breakdowns?.find((one) => dimensionKey(one) === group) ?? result

/** The number of people in all cohorts. */
export const sizeOf = ({ cohorts }: Cohorts): number =>
  cohorts.reduce((sum, { cohort_size }) => sum + cohort_size, 0)
