import Type, { type Static } from 'typebox'
import {
  actorField,
  bodyBreakdowns,
  bodyDimensions,
  bodyFields,
  pageFields,
  named,
} from '../../contract/index.js'

const property = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'A property of the events; only its numeric values count',
})

const size = named(
  'GroupSize',
  Type.Union(
    [
      Type.Object({ type: Type.Literal('count') }),
      Type.Object({ type: Type.Literal('unique_actors') }),
      Type.Object({ type: Type.Literal('sum'), property }),
    ],
    { description: 'The first number of a group; groups are ordered by it, largest first' },
  ),
)
export type Size = Static<typeof size>

const intensity = named(
  'GroupIntensity',
  Type.Union(
    [
      Type.Object({ type: Type.Literal('avg_per_actor') }),
      Type.Object({
        type: Type.Literal('percentile_per_actor'),
        percentile: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: '0.9 by default' })),
      }),
      Type.Object({ type: Type.Literal('unique_actors') }),
      Type.Object({ type: Type.Literal('avg'), property }),
    ],
    { description: 'The second number of a group' },
  ),
)
export type Intensity = Static<typeof intensity>

const grouping = {
  group_by: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The field to group by; any field that a breakdown takes. Required without breakdowns',
    }),
  ),
  breakdowns: Type.Optional(bodyBreakdowns),
  event: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Only events of this name' }),
  ),
  max_groups: Type.Optional(Type.Integer({ default: 20, minimum: 1, maximum: 1000 })),
  actor: actorField,
  ...bodyFields,
}

export const groupedInput = named('GroupedQuestion', Type.Object({ ...grouping, size, intensity }))
export type GroupedInput = Static<typeof groupedInput>

/** The body of a grouped question plus one of its groups; `size` and `intensity` are optional and have no effect. */
export const groupPeopleInput = named(
  'GroupPeopleQuestion',
  Type.Object({
    ...grouping,
    size: Type.Optional(size),
    intensity: Type.Optional(intensity),
    group: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'The `group` of one of the groups; required without dimensions',
      }),
    ),
    dimensions: Type.Optional(bodyDimensions),
    ...pageFields,
  }),
)
export type GroupPeopleInput = Static<typeof groupPeopleInput>
