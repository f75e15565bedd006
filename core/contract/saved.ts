import type { JsonObject } from './json.js'
import type { AnswerKind, MetricKind } from './metric-kind.js'

/** A question as a client would send it: a GET of a metric's address with its query string, or, with a body, a POST of a query's. */
export interface SavedQuestion {
  /** `/api/v1/metrics/dau`, `/api/v1/metrics/query`, `/api/v1/funnels`. */
  readonly path: string
  /** As in the address, encoded, without its `?`; conditions included. */
  readonly query?: string | undefined
  readonly body?: JsonObject | undefined
}

/** What whoever keeps questions may know of one. */
export interface KnownQuestion {
  /** Of the metric or the query. */
  readonly key: string
  /** Of a metric that of its answer; `people` are the persons behind its figures, `query` is the answer of a query. */
  readonly answer: AnswerKind | 'people' | 'query'
  /** Null: a query. */
  readonly unit: string | null
  readonly kind: MetricKind | null
  /** The answer holds figures and the values that they are told apart by, never a row of a person, an event or a log line. */
  readonly figures: boolean
  /** Which of the parameters that questions of all kinds have in common this one takes. */
  readonly takes: readonly SharedParameter[]
}

export const sharedParameters = ['range', 'timezone', 'granularity'] as const
export type SharedParameter = (typeof sharedParameters)[number]

/** Questions that were kept, through the very code that answers their addresses. */
export interface SavedAsk {
  /** A 422 (for what is not there, a 404) where the address would refuse it; nothing of the events is read. */
  check(question: SavedQuestion): Promise<KnownQuestion>
  /** What is known of it without looking closer; null: there is no such address any more. */
  known(question: SavedQuestion): KnownQuestion | null
  /** The body that the address would answer with. */
  answer(question: SavedQuestion): Promise<object>
}
