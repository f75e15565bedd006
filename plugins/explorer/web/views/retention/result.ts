export interface Cohort {
  readonly cohort_date: string
  readonly cohort_size: number
  readonly retention: readonly number[]
  readonly counts: readonly number[]
}

export interface Cohorts {
  readonly cohorts: readonly Cohort[]
  /** Plain means of the cohorts that have the column, and those weighed by their size. */
  readonly averages: readonly number[]
  readonly weighted_averages: readonly number[]
}

/** The answer of POST /api/v1/retention. */
export interface RetentionResult extends Cohorts {
  readonly granularity: 'day' | 'week' | 'month'
  readonly periods: number
  readonly breakdowns?: readonly (Cohorts & { readonly dimension: string })[]
}

export const weights = ['size', 'alike'] as const
/** What a cohort weighs in an average: as much as it has people, or as much as any other. */
export type Weight = (typeof weights)[number]

export const averagesOf = ({ averages, weighted_averages }: Cohorts, weight: Weight): readonly number[] =>
  weight === 'size' ? weighted_averages : averages

/** The cohorts of one value of the breakdown, or of everybody. */
export const cohortsOf = (result: RetentionResult, group: string): Cohorts =>
  result.breakdowns?.find(({ dimension }) => dimension === group) ?? result

export const sizeOf = ({ cohorts }: Cohorts): number =>
  cohorts.reduce((sum, { cohort_size }) => sum + cohort_size, 0)
