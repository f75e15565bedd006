import type { JsonObject } from './json.js'
import type { AnswerKind, MetricKind } from './metric-kind.js'

/**
 * A query as a client sends it: a GET of a metric's path with its query string or, if it has a body, a POST
 * to a query's path.
 */
export interface SavedQuestion {
  /** `/api/v1/metrics/dau`, `/api/v1/metrics/query`, `/api/v1/funnels`. */
  readonly path: string
  /** Encoded as in a URL, without the `?`; conditions included. */
  readonly query?: string | undefined
  readonly body?: JsonObject | undefined
}

/** The public facts about a saved query. */
export interface KnownQuestion {
  /** The key of the metric or query. */
  readonly key: string
  /**
   * The metric's response shape. `people` are the persons behind its figures; `query` is the response of a
   * query.
   */
  readonly answer: AnswerKind | 'people' | 'query'
  /** Null for a query. */
  readonly unit: string | null
  readonly kind: MetricKind | null
  /**
   * Whether the response contains only figures and the labels of their breakdowns, and never a row of a
   * person, an event or a log line.
   */
  readonly figures: boolean
  /** The common parameters that this query accepts. */
  readonly takes: readonly SharedParameter[]
  /** Whether it accepts a filter tree over its rows, as `filter`. */
  readonly takesFilter: boolean
  /** Whether it is a request with values of parameters, as `parameters` of its body. */
  readonly takesParameters?: boolean
}

export const sharedParameters = ['range', 'timezone', 'granularity'] as const
export type SharedParameter = (typeof sharedParameters)[number]

/** Saved queries, run by the same code as the routes. */
export interface SavedAsk {
  /** Throws the error that the route would (a 422, or a 404 for a missing resource). Reads no events. */
  check(question: SavedQuestion): Promise<KnownQuestion>
  /** Returns the facts about the query without validating it; null if its path no longer exists. */
  known(question: SavedQuestion): KnownQuestion | null
  /** Returns the body that the route would send. */
  answer(question: SavedQuestion): Promise<object>
}
