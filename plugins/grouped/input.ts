import Type, { type Static } from 'typebox'
import { bodyFields, pageFields } from '../../core/contract/index.js'

const property = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'a property of the events; its numbers are taken',
})

const size = Type.Union(
  [
    Type.Object({ type: Type.Literal('count') }),
    Type.Object({ type: Type.Literal('unique_actors') }),
    Type.Object({ type: Type.Literal('sum'), property }),
  ],
  { description: 'the first number of a group, by which the groups are ordered' },
)
export type Size = Static<typeof size>

const intensity = Type.Union(
  [
    Type.Object({ type: Type.Literal('avg_per_actor') }),
    Type.Object({
      type: Type.Literal('percentile_per_actor'),
      percentile: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: '0.9 unless given' })),
    }),
    Type.Object({ type: Type.Literal('unique_actors') }),
    Type.Object({ type: Type.Literal('avg'), property }),
  ],
  { description: 'the second number of a group' },
)
export type Intensity = Static<typeof intensity>

const grouping = {
  group_by: Type.String({ minLength: 1, maxLength: 1000, description: 'a field, as of a breakdown' }),
  event: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'only events of this name' }),
  ),
  max_groups: Type.Optional(Type.Integer({ default: 20, minimum: 1, maximum: 1000 })),
  ...bodyFields,
}

export const groupedInput = Type.Object({ ...grouping, size, intensity })
export type GroupedInput = Static<typeof groupedInput>

/** The same body and which of its groups; what decides only over numbers may be left out. */
export const groupPeopleInput = Type.Object({
  ...grouping,
  size: Type.Optional(size),
  intensity: Type.Optional(intensity),
  group: Type.String({ maxLength: 10_000, description: 'the `group` of one of the groups' }),
  ...pageFields,
})
export type GroupPeopleInput = Static<typeof groupPeopleInput>
