import Type, { type Static } from 'typebox'
import {
  actorField,
  bodyBreakdowns,
  bodyDimensions,
  bodyFields,
  bodyFilter,
  bodyFilters,
  named,
  pageFields,
} from '../../contract/index.js'

const event = Type.String({ minLength: 1, maxLength: 500, description: 'The name of the event' })
const most = 10
const day = 86_400

const breakdownFields = {
  breakdown: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'A field of the first step’s event to split by',
    }),
  ),
  breakdowns: Type.Optional(bodyBreakdowns),
  breakdown_limit: Type.Optional(Type.Integer({ default: 25, minimum: 1, maximum: 1000 })),
}

const fields = {
  steps: Type.Array(
    Type.Object({ event, filters: Type.Optional(bodyFilters), filter: Type.Optional(bodyFilter) }),
    {
      minItems: 2,
      maxItems: most,
    },
  ),
  window_seconds: Type.Optional(
    Type.Integer({
      default: 7 * day,
      minimum: 1,
      maximum: 366 * day,
      description: 'Conversion window: longest time from the first step to the last, both ends included',
    }),
  ),
  order: Type.Optional(
    Type.Union([Type.Literal('loose'), Type.Literal('strict'), Type.Literal('any')], {
      default: 'loose',
      description:
        'loose: other events may occur between two steps; strict: no event of another step may; any: the steps in any order',
    }),
  ),
  exclusions: Type.Optional(
    Type.Array(
      Type.Object({
        event,
        filters: Type.Optional(bodyFilters),
        filter: Type.Optional(bodyFilter),
        from_step: Type.Integer({ minimum: 1, maximum: most - 1 }),
        to_step: Type.Integer({ minimum: 2, maximum: most }),
      }),
      { maxItems: most, description: 'Events that end a run if they occur between these steps' },
    ),
  ),
  ...breakdownFields,
  actor: actorField,
  ...bodyFields,
}

export const funnelBody = named('FunnelQuestion', Type.Object(fields))

export const trendBody = named(
  'FunnelTrendQuestion',
  Type.Object({
    ...fields,
    granularity: Type.Optional(
      Type.String({
        default: 'daily',
        maxLength: 100,
        description: 'Like the granularity parameter of metrics',
      }),
    ),
  }),
)

export const peopleBody = named(
  'FunnelPeopleQuestion',
  Type.Object({
    ...fields,
    step: Type.Integer({ minimum: 1, maximum: most }),
    outcome: Type.Optional(
      Type.Union([Type.Literal('converted'), Type.Literal('dropped')], {
        default: 'converted',
        description:
          'converted: persons who reached the step; dropped: persons who reached only the step before it',
      }),
    ),
    dimension: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'A value of the breakdown, as reported; without it, the persons of all values',
      }),
    ),
    dimensions: Type.Optional(bodyDimensions),
    ...pageFields,
  }),
)

export type FunnelBody = Static<typeof funnelBody>
