import type { Expr, Relation } from './plan.js'
import type { SourceName } from './sources.js'
import type { WeekStart } from './workspace.js'

/** A half-open interval of time, in milliseconds since 1970 UTC. */
export interface Interval {
  readonly from: number
  readonly to: number
}

export const grains = ['minute', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Grain = (typeof grains)[number]

/**
 * A range before it is cut off at now: whole calendar days of the zone (YYYY-MM-DD, both inclusive) or, for
 * rolling hours, two instants (half-open).
 */
export type Period =
  | { readonly kind: 'calendar'; readonly from: string; readonly to: string }
  | { readonly kind: 'rolling'; readonly from: number; readonly to: number }

/** Who a question counts in the place of persons: devices, sessions, or the groups of one type. */
export type Actor =
  | { readonly kind: 'device' }
  | { readonly kind: 'session' }
  | { readonly kind: 'group'; readonly type: string }

/**
 * A trait of the person, or of the row's group, that the filter or the breakdown reads. It is joined to the rows as
 * `<prefix>_<form>`.
 */
export interface TraitUse {
  readonly name: string
  /** The type of the group that has the trait; unset for a trait of the person. */
  readonly group?: string
  /** The prefix of the joined columns, unique in the question. */
  readonly prefix: string
}

/**
 * How often a person did something, which the filter compares. The number is joined to the rows as `column`:
 * null for a person who never did it.
 */
export interface DidUse {
  /** The joined column, unique in the question: `did:0`. */
  readonly column: string
  /** The condition that an event must meet to count. */
  readonly holds: Expr
  /** The traits and counts that `holds` reads. */
  readonly traits: readonly TraitUse[]
  readonly did: readonly DidUse[]
  /** The time in which events count, half-open; null for the question's range. A null bound is open. */
  readonly within: { readonly from: number | null; readonly to: number | null } | null
  /**
   * If set, only rows of persons with such a number are asked about, and the column is not joined. It is false
   * for persons who never did it.
   */
  readonly required: Expr | null
}

/** A query, parsed, defaulted and validated: the only thing that a metric's plan may depend on. */
export interface Question {
  readonly now: number
  readonly source: SourceName
  /** Cut off at the end of the bucket that contains `now`. */
  readonly range: Interval
  readonly timezone: string
  /** The first day of its weeks; Monday by default. */
  readonly weekStart?: WeekStart
  readonly grain: Grain
  /**
   * The bounds of the buckets: bucket i is [edges[i], edges[i+1]); the first and last bound are the range's.
   */
  readonly edges: readonly number[]
  readonly filter: Expr | null
  readonly traits: readonly TraitUse[]
  /** The numbers that the filter reads or requires; none by default. Rows without a person have none. */
  readonly did?: readonly DidUse[]
  readonly breakdown: Breakdown | null
  /** The distinct persons to restrict the query to, in one column, `member`. Null means no restriction. */
  readonly members: Relation | null
  /** Who is counted; null or unset for persons. The rows of the question have it as their `person`. */
  readonly actor?: Actor | null
  /**
   * The period of the grain before the one that contains the first bucket. It ends where that period begins,
   * which is before the range if the range starts inside the period.
   */
  readonly before: Interval
  /** The bounds of the range's local days, like `edges`, if the metric requires them; else empty. */
  readonly days: readonly number[]
}

/** A question, and the facts about the request that its response needs. */
export interface AskedQuestion {
  readonly question: Question
  /** The requested range, before it was cut off at now. */
  readonly period: Period
  /** The date labels of the buckets, one per bucket. */
  readonly labels: readonly string[]
}

/** A point of a series: a bucket, or null for the whole range; a dimension, or null for all. */
export interface PointRef {
  readonly bucket: number | null
  readonly dimension: string | null
}

export interface Breakdown {
  /** The label of a row, a string; null and '' are "(none)". */
  readonly label: Expr
  /** The number of labels reported separately; all others together are "(other)". */
  readonly limit: number
  /**
   * The number of fields, if the request lists them. Labels of several fields are combinations; see
   * shownDimension().
   */
  readonly fields?: number
  /** The labels in the order in which responses have them (bins, dates); by default the largest come first. */
  readonly order?: readonly string[]
  /**
   * If set, the labels to report separately, regardless of the limit, as far as they occur. By default the
   * largest are.
   */
  readonly names?: readonly string[]
}
