import Type from 'typebox'
import type { Expr } from './plan.js'
import type { AskedQuestion } from './question.js'
import type { SourceName } from './sources.js'
import type { JsonValue } from './json.js'

/** A filter of a JSON body; its parts are checked as conditions are, see docs/operators.md and the README. */
export const bodyFilters = Type.Array(Type.Unknown(), {
  description: 'a list of {field, operator, value}; all of them must hold',
})

/** The fields that a body has in common with the parameters of a metric. */
export const bodyFields = {
  range: Type.Optional(
    Type.String({ default: '30d', maxLength: 100, description: 'as the parameter of metrics' }),
  ),
  timezone: Type.Optional(Type.String({ default: 'UTC', maxLength: 100, description: 'an IANA name' })),
  filters: Type.Optional(bodyFilters),
  audience_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'only the persons of this audience' }),
  ),
}

/** What a body asks: the fields' texts as they came. */
export interface AskedBody {
  readonly source: SourceName
  readonly range: string
  /** Daily unless given. */
  readonly granularity?: string
  readonly timezone?: string
  readonly filters?: readonly unknown[] | undefined
  /** The id of an audience, from `audience_id`. */
  readonly audience?: string | undefined
  readonly breakdown?: string | undefined
  readonly breakdownLimit?: number | undefined
  /** Asks what the period to compare with is, too. */
  readonly compare?: 'previous' | 'yoy' | undefined
  /** Filters of parts of the body (of a funnel's steps, say), each with its place in it. */
  readonly parts?: readonly { readonly path: string; readonly filters: readonly unknown[] | undefined }[]
}

export interface AskedBodyQuestion extends AskedQuestion {
  /** The condition of each part, in their order, over the rows of the question; null: it has none. */
  readonly parts: readonly (Expr | null)[]
  /** The same about the period to compare with; null: there is none. */
  readonly previous: AskedQuestion | null
}

export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly count_total?: boolean | undefined
}

/** The body of a raw page. */
export interface PageAnswer {
  readonly data: readonly Readonly<Record<string, JsonValue>>[]
  /** Exact. */
  readonly has_more: boolean
  readonly limit: number
  readonly offset: number
  readonly total?: number
}

/** The fields of a body that asks for a page. */
export const pageFields = {
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 10_000 })),
  offset: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  count_total: Type.Optional(Type.Boolean({ default: false })),
}

/** A metric to run by its key, as GET /metrics/query would. */
export interface SeriesRequest {
  /** `<key>` or `<key>:<argument>`. */
  readonly metric: string
  /** Of the metric or the common ones, as texts. */
  readonly parameters: Readonly<Record<string, string>>
  readonly filters?: readonly unknown[] | undefined
  /** The body's own `filters`, where they hold for every series. */
  readonly shared?: readonly unknown[] | undefined
  /** The body's own `audience_id`. */
  readonly audience?: string | undefined
  /** The values of the breakdown that are told apart, instead of the largest. */
  readonly dimensions?: readonly string[] | undefined
  /** The place of the series in the body, for messages: `series/0`. */
  readonly path: string
}
