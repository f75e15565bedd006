import type { Expr } from './plan.js'
import type { SourceName } from './sources.js'
/** A half-open interval of time, in milliseconds since 1970 UTC. */
export interface Interval {
  readonly from: number
  readonly to: number
}

export const grains = ['minute', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Grain = (typeof grains)[number]

/** A person's trait that the filter or the breakdown reads; it is joined to the rows under `<column>_<form>`. */
export interface TraitUse {
  readonly name: string
  /** The prefix of the joined columns, unique in the question. */
  readonly prefix: string
}

/** What is asked, parsed, defaulted and checked: the only thing a metric's plan may depend on. */
export interface Question {
  readonly now: number
  readonly source: SourceName
  /** Cut at the end of the bucket that holds `now`. */
  readonly range: Interval
  readonly timezone: string
  readonly grain: Grain
  /** The buckets' bounds: bucket i is [edges[i], edges[i+1]); the outer two are the range's. */
  readonly edges: readonly number[]
  readonly filter: Expr | null
  readonly traits: readonly TraitUse[]
  readonly breakdown: Breakdown | null
}

export interface Breakdown {
  /** The label of a row, a text; null and '' are "(none)". */
  readonly label: Expr
  /** How many values are told apart; the others together are "(other)". */
  readonly limit: number
}
