import Type from 'typebox'
import { invalid } from './errors.js'
import type { Expr } from './plan.js'
import type { AskedQuestion } from './question.js'
import type { SourceName } from './sources.js'
import type { JsonValue } from './json.js'
import { bodyFilter, filterList } from './filters.js'

/**
 * The filters of a JSON body. Their parts are validated as conditions, see docs/operators.md and the README.
 */
export const bodyFilters = filterList({
  description: 'a list of {field, operator, value}; a row must meet all of them',
})

/** The body fields that correspond to the common parameters of metrics. */
export const bodyFields = {
  range: Type.Optional(
    Type.String({ default: '30d', maxLength: 100, description: 'like the range parameter of metrics' }),
  ),
  timezone: Type.Optional(Type.String({ default: 'UTC', maxLength: 100, description: 'an IANA name' })),
  filters: Type.Optional(bodyFilters),
  filter: Type.Optional(bodyFilter),
  audience_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'only the persons of this audience' }),
  ),
  audience: Type.Optional(
    Type.Object(
      { definition: Type.Unknown() },
      {
        description:
          'instead of audience_id: an audience that is not saved; its definition is as in POST /audiences',
      },
    ),
  ),
}

/** An audience that is not saved, as a body gives it. */
export interface InlineAudience {
  readonly definition: unknown
}

/** Returns the audience of a body with `bodyFields`: an id, or one that is not saved. A 422 if it has both. */
export function audienceIn(body: {
  readonly audience_id?: string
  readonly audience?: InlineAudience
}): string | InlineAudience | undefined {
  if (body.audience !== undefined && body.audience_id !== undefined)
    throw invalid('/audience', 'give audience or audience_id, not both')
  return body.audience ?? body.audience_id
}

/** The common fields of a body, as unparsed strings. */
export interface AskedBody {
  readonly source: SourceName
  readonly range: string
  /** Daily by default. */
  readonly granularity?: string
  readonly timezone?: string
  readonly filters?: readonly unknown[] | undefined
  /** A filter tree, in addition to the filters. */
  readonly filter?: unknown
  /** The audience of the body, from audienceIn(). */
  readonly audience?: string | InlineAudience | undefined
  /** Who is counted; persons by default. */
  readonly actor?: string | undefined
  readonly breakdown?: string | undefined
  readonly breakdownLimit?: number | undefined
  /** Also resolves the compared period. */
  readonly compare?: 'previous' | 'yoy' | undefined
  /**
   * Filters of parts of the body (such as a funnel's steps), each with its path in the body, which ends in
   * `filters`; a tree is beside them, as `filter`.
   */
  readonly parts?: readonly {
    readonly path: string
    readonly filters: readonly unknown[] | undefined
    readonly filter?: unknown
  }[]
}

export interface AskedBodyQuestion extends AskedQuestion {
  /** The condition of each part, in order, over the rows of the question; null if the part has none. */
  readonly parts: readonly (Expr | null)[]
  /** The same question over the compared period; null if nothing is compared. */
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
  /** Exact: whether there is a row after this page. */
  readonly has_more: boolean
  readonly limit: number
  readonly offset: number
  readonly total?: number
}

/** The fields of a body that requests a page. */
export const pageFields = {
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 10_000 })),
  offset: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  count_total: Type.Optional(Type.Boolean({ default: false })),
}

/** A metric to run by its key, as GET /metrics/query would. */
export interface SeriesRequest {
  /** `<key>` or `<key>:<argument>`. */
  readonly metric: string
  /** The metric's own parameters and the common ones, as strings. */
  readonly parameters: Readonly<Record<string, string>>
  readonly filters?: readonly unknown[] | undefined
  /** The filter tree of the series. */
  readonly filter?: unknown
  /** The body's own `filters`, if they apply to every series. */
  readonly shared?: readonly unknown[] | undefined
  /** The body's own `filter`. */
  readonly sharedFilter?: unknown
  /** The body's own audience, from audienceIn(). */
  readonly audience?: string | InlineAudience | undefined
  /** The dimensions to report separately, instead of the largest. */
  readonly dimensions?: readonly string[] | undefined
  /** The path of the series in the body, for messages: `series/0`. */
  readonly path: string
}
