import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { actorField, named, weekStarts, type Grain, type WeekStart } from '../contract/index.js'
import type { AnyMetric } from '../core/kernel/definitions.js'
import { pathNames } from '../core/kernel/checks.js'

const common = {
  range: named(
    'Range',
    Type.Optional(
      Type.String({
        default: '30d',
        maxLength: 100,
        description:
          'Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive',
      }),
    ),
  ),
  timezone: named(
    'TimeZone',
    Type.Optional(Type.String({ maxLength: 100, description: 'An IANA name; the workspace’s by default' })),
  ),
  week_start: named(
    'WeekStart',
    Type.Optional(
      Type.Union(
        weekStarts.map((day) => Type.Literal(day)),
        { description: 'The first day of the week; the workspace’s by default' },
      ),
    ),
  ),
  filter: named(
    'FilterText',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16_000,
        description:
          'A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}}',
      }),
    ),
  ),
  breakdown: named(
    'Breakdown',
    Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'A field to break the result down by' }),
    ),
  ),
  breakdown_bins: named(
    'BreakdownBins',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description:
          'Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width',
      }),
    ),
  ),
  breakdowns: named(
    'BreakdownsText',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16_000,
        description:
          'Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead',
      }),
    ),
  ),
  breakdown_limit: named(
    'BreakdownLimit',
    Type.Optional(
      Type.Integer({
        default: 25,
        minimum: 1,
        maximum: 1000,
        description: 'The number of breakdown values reported separately; all others together are (other)',
      }),
    ),
  ),
  audience: named(
    'AudienceId',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The id of an audience; only its persons are counted',
      }),
    ),
  ),
  compare: named(
    'Compare',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range',
      }),
    ),
  ),
}

const granularityOf = (usual: Grain): TSchema =>
  Type.Optional(
    Type.String({
      default: usual,
      maxLength: 20,
      description: 'minute, hourly, daily, weekly, monthly, quarterly or yearly',
    }),
  )
const dailyGranularity = named('Granularity', granularityOf('daily'))

const limitOf = ({ usual, most }: { readonly usual: number; readonly most: number }): TSchema =>
  Type.Optional(Type.Integer({ default: usual, minimum: 1, maximum: most }))
const offset = named(
  'Offset',
  Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
)
const count_total = named(
  'CountTotal',
  Type.Optional(
    Type.Boolean({ default: false, description: 'Adds `total`, the number of rows of all pages' }),
  ),
)
const pageLimit = named('Limit', limitOf({ usual: 100, most: 10_000 }))
const topLimit = named('TopLimit', limitOf({ usual: 10, most: 1000 }))

function ofAnswer({ answer, limit }: AnyMetric): TProperties {
  switch (answer) {
    case 'series':
      return {}
    case 'top':
      return { limit: limit === undefined ? topLimit : limitOf(limit) }
    case 'page':
      return { limit: limit === undefined ? pageLimit : limitOf(limit), offset, count_total }
    case 'list':
      return limit === undefined ? {} : { limit: limitOf(limit), offset }
  }
}

/** The parameters that identify a point of a response, to request the persons behind it. */
const pointParameters = {
  date: named(
    'PointDate',
    Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The `date` of a point; without it, the persons of the whole range',
      }),
    ),
  ),
  dimension: named(
    'PointDimension',
    Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'The `dimension` of a point, or the label of a top list; without it, the persons of all',
      }),
    ),
  ),
  dimensions: named(
    'PointDimensions',
    Type.Optional(
      Type.String({
        maxLength: 40_000,
        description: 'The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead',
      }),
    ),
  ),
  limit: pageLimit,
  offset,
  count_total,
}

/** For routes that answer any metric. */
export const anyMetric: TSchema = Type.Object(
  { metric: Type.String({ minLength: 1, maxLength: 1000, description: 'A key, or <key>:<argument>' }) },
  { additionalProperties: true },
)

/** The common parameters of a metric and those of its response kind, after validation. */
export interface CommonParameters {
  readonly range: string
  readonly granularity: string
  readonly timezone?: string
  readonly week_start?: WeekStart
  readonly filter?: string
  readonly breakdown?: string
  readonly breakdown_bins?: string
  readonly breakdowns?: string
  readonly breakdown_limit: number
  readonly audience?: string
  /** Only for metrics that count actors. */
  readonly actor?: string
  readonly compare?: string
  readonly limit?: number
  readonly offset?: number
  readonly count_total?: boolean
  /** For the persons behind a point. */
  readonly date?: string
  readonly dimension?: string
  readonly dimensions?: string
}

/** A metric has a route for its values, and may have one for the persons behind them. */
export type MetricRouteKind = 'answer' | 'people'

/** Every parameter of a metric, the common ones and its own, whether in the path or the query string. */
export function metricParameters(metric: AnyMetric, of: MetricRouteKind = 'answer'): TObject {
  return Type.Object({ ...commonOf(metric, of), ...own(metric, () => true) })
}

/** The parameters in the metric's path. */
export function metricPathParameters(metric: AnyMetric): TObject {
  const names = pathNames(pathOf(metric))
  return Type.Object(own(metric, (name) => names.includes(name)))
}

/** The parameters in the query string of the metric's own route: all that are not in its path. */
export function metricQueryParameters(metric: AnyMetric, of: MetricRouteKind = 'answer'): TObject {
  const names = pathNames(pathOf(metric))
  return Type.Object({ ...commonOf(metric, of), ...own(metric, (name) => !names.includes(name)) })
}

export const root = '/api/v1/metrics'

/** The notation of a key's argument; null if it takes none. */
export const argumentOf = ({ argument }: AnyMetric): string | null =>
  typeof argument === 'object' ? argument.form : (argument ?? null)

export const pathOf = (metric: AnyMetric): string => metric.path ?? metric.key

export const peoplePathOf = (metric: AnyMetric): string => `${pathOf(metric)}/people`

function commonOf(metric: AnyMetric, of: MetricRouteKind): TProperties {
  const granularity = metric.grain === undefined ? dailyGranularity : granularityOf(metric.grain)
  const actor = metric.actors === true ? { actor: actorField } : {}
  return { ...common, granularity, ...actor, ...(of === 'people' ? pointParameters : ofAnswer(metric)) }
}

function own(metric: AnyMetric, wanted: (name: string) => boolean): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(metric.params.properties).filter(([name]) => wanted(name)))
}
