import type { Expr, Relation } from './plan.js'
import type { SourceName } from './sources.js'

/** A half-open interval of time, in milliseconds since 1970 UTC. */
export interface Interval {
  readonly from: number
  readonly to: number
}

export const grains = ['minute', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Grain = (typeof grains)[number]

/**
 * A range before it is cut at now: whole calendar days of the zone (YYYY-MM-DD, both inclusive), or, for rolling
 * hours, two instants, half-open.
 */
export type Period =
  | { readonly kind: 'calendar'; readonly from: string; readonly to: string }
  | { readonly kind: 'rolling'; readonly from: number; readonly to: number }

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
  /** The only persons it is about: distinct ones, as the one column `member`. Null: everybody. */
  readonly members: Relation | null
  /**
   * The period of the grain before the one that holds the first bucket. It ends where that one begins, which is before
   * the range where the range cuts its first bucket.
   */
  readonly before: Interval
  /** The local days of the range in the same form as `edges`, where the metric wants them; else none. */
  readonly days: readonly number[]
}

/** A question and what its answer needs to know of how it was asked. */
export interface AskedQuestion {
  readonly question: Question
  /** The range as asked, before it was cut at now. */
  readonly period: Period
  /** The buckets' dates, one a bucket. */
  readonly labels: readonly string[]
}

/** A place in a series: one of its buckets, or null for the whole range; one of its dimensions, or null for all. */
export interface PointRef {
  readonly bucket: number | null
  readonly dimension: string | null
}

export interface Breakdown {
  /** The label of a row, a text; null and '' are "(none)". */
  readonly label: Expr
  /** How many values are told apart; the others together are "(other)". */
  readonly limit: number
  /** These are told apart, whatever the limit, as far as they occur; unless given, the largest. */
  readonly names?: readonly string[]
}
