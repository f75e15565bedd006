import Type, { type Static } from 'typebox'
import { bodyFilter, filterList, named } from '../../contract/index.js'

/** The name of an event, or the id of a device or user. */
const Id = Type.String({ minLength: 1, maxLength: 500 })
const Days = Type.Integer({ minimum: 1, maximum: 36_500 })
const filters = (most: number) =>
  filterList({ maxItems: most, description: 'list of {field, operator, value}' })

const EventRule = named(
  'AudienceEventRule',
  Type.Object({
    event: Id,
    days: Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'length of the window up to now, in periods of 24 hours',
    }),
    filters: Type.Optional(filters(20)),
    min_count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'minimum number of times; default 1',
      }),
    ),
    negate: Type.Optional(
      Type.Boolean({ description: 'true for persons who did the event fewer than min_count times' }),
    ),
  }),
)

/** A person as people lists show them; a `user_id` names that user, whatever the `device_id`, which may then be absent. */
const Listed = named(
  'PersonRef',
  Type.Object({
    device_id: Type.Optional(Id),
    user_id: Type.Optional(Type.Union([Id, Type.Null()])),
  }),
)

export const Definition = named(
  'AudienceDefinition',
  Type.Object({
    filters: Type.Optional(filters(50)),
    events: Type.Optional(Type.Array(EventRule, { maxItems: 20 })),
    filter: Type.Optional(bodyFilter),
    lookback_days: Type.Optional(Days),
    members: Type.Optional(
      Type.Array(Listed, {
        minItems: 1,
        maxItems: 10_000,
        description: 'persons as people lists show them; only these can be members',
      }),
    ),
  }),
)

/** The schema checks its shape; rulesOf() checks its filters by compiling them. */
export type Definition = Static<typeof Definition>
export type EventRule = Static<typeof EventRule>
export type Listed = Static<typeof Listed>
