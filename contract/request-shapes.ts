import Type from 'typebox'
import { invalid } from './errors.js'
import type { Expr } from './plan.js'
import type { AskedQuestion } from './question.js'
import type { SourceName } from './sources.js'
import type { JsonValue } from './json.js'
import { bodyFilter, filterList } from './filters.js'
import { weekStarts } from './workspace.js'
import { describedBy, named } from './named-schema.js'

/**
 * The filters of a JSON body. Their parts are validated as conditions, see docs/operators.md and the README.
 */
export const bodyFilters = filterList({
  description: 'a list of {field, operator, value}; a row must meet all of them',
})

/** A breakdown by several fields, or by bins. Its parts are validated when the question is read. */
export const bodyBreakdowns = describedBy(
  named(
    'BreakdownList',
    Type.Array(
      Type.Union([
        Type.String({ minLength: 1 }),
        Type.Object(
          {
            field: Type.String({ minLength: 1 }),
            bins: Type.Optional(
              Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Array(Type.Number())], {
                description: 'Ascending edges of bins, or a number of bins of equal width',
              }),
            ),
            unit: Type.Optional(
              Type.Enum(['hour', 'day', 'week', 'month', 'quarter', 'year'], { description: 'For dates' }),
            ),
          },
          { description: 'A field by bins of its numbers, or by a unit of its dates' },
        ),
      ]),
      { minItems: 1, maxItems: 3, description: 'Fields to break the result down by, instead of breakdown' },
    ),
  ),
  Type.Unknown(),
)

/** The values of a combination of breakdowns, in their order. */
export const bodyDimensions = Type.Array(Type.String({ maxLength: 10_000 }), {
  minItems: 1,
  maxItems: 3,
  description: 'Instead of dimension: one value for each breakdown',
})

/** The body fields that correspond to the common parameters of metrics. */
export const bodyFields = {
  range: Type.Optional(
    Type.String({ default: '30d', maxLength: 100, description: 'like the range parameter of metrics' }),
  ),
  timezone: Type.Optional(
    Type.String({ maxLength: 100, description: 'an IANA name; the workspace’s by default' }),
  ),
  week_start: Type.Optional(
    Type.Enum([...weekStarts], { description: 'the first day of the week; the workspace’s by default' }),
  ),
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
  /** The workspace's by default. */
  readonly timezone?: string | undefined
  /** The workspace's by default. */
  readonly week_start?: string | undefined
  readonly filters?: readonly unknown[] | undefined
  /** A filter tree, in addition to the filters. */
  readonly filter?: unknown
  /** The audience of the body, from audienceIn(). */
  readonly audience?: string | InlineAudience | undefined
  /** Who is counted; persons by default. */
  readonly actor?: string | undefined
  readonly breakdown?: string | undefined
  /** Several fields, instead of one; see bodyBreakdowns. */
  readonly breakdowns?: unknown
  /**
   * Returns the condition of the rows over whose values bins of equal width span, given those of the parts. By
   * default these are all rows of the question.
   */
  readonly measured?: (parts: readonly (Expr | null)[]) => Expr | undefined
  readonly breakdownLimit?: number | undefined
  /** Also resolves the compared period: `previous`, `yoy`, or bounds `<start>,<end>`. */
  readonly compare?: string | undefined
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
  /** Only the totals are read: the range is one bucket, unless the metric's total is computed from its points. */
  readonly totalsOnly?: boolean | undefined
  /** The path of the series in the body, for messages: `series/0`; '' if the body itself asks for one series. */
  readonly path: string
}
