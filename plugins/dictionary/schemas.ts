import Type, { type Static } from 'typebox'
import { inWorkspace, named, nullable, timeSchema } from '../../contract/index.js'
import {
  kinds,
  mostAllowed,
  mostEntries,
  mostProperties,
  statuses,
  valueTypes,
  type Kind,
  type Stored,
} from './entry.js'

export const tag = {
  name: 'Dictionary',
  description: 'What events and properties mean, what is expected of them, and which events violate that.',
}
export const path = '/api/v1/dictionary'
export const member = inWorkspace('viewer')
export const editor = inWorkspace('editor')

export const Name = Type.String({ minLength: 1, maxLength: 500 })
const Description = Type.String({ maxLength: 2000 })
const Owner = Type.String({ maxLength: 200, description: 'a person or a team' })
export const StatusName = Type.Enum([...statuses], {
  description: 'verified: listed first; hidden: not listed in pickers; deprecated: its use is a violation',
})
const TypeName = Type.Enum([...valueTypes], {
  description: 'time: a string with an ISO 8601 date or date-time; json: an object or an array',
})
const Allowed = Type.Array(Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]), {
  minItems: 1,
  maxItems: mostAllowed,
  description: 'the only values that are expected; strings, numbers and booleans differ',
})

const ExpectedProperty = named(
  'ExpectedProperty',
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 500, description: 'as in properties.<name>; dots nest' }),
    required: Type.Optional(Type.Boolean({ description: 'whether each event must have it; default false' })),
    type: Type.Optional(nullable(TypeName)),
    allowed: Type.Optional(nullable(Allowed)),
  }),
)

const described = {
  description: Type.Optional(nullable(Description)),
  owner: Type.Optional(nullable(Owner)),
  status: Type.Optional(nullable(StatusName)),
}
const ofEvent = {
  ...described,
  properties: Type.Optional(Type.Array(ExpectedProperty, { maxItems: mostProperties })),
}
const ofProperty = {
  ...described,
  type: Type.Optional(nullable(TypeName)),
  allowed: Type.Optional(nullable(Allowed)),
}

/** The fields of an entry that a caller may set. */
export const Changes = {
  event: named('DictionaryEventChanges', Type.Object(ofEvent)),
  property: named('DictionaryPropertyChanges', Type.Object(ofProperty)),
} as const

/** The whole dictionary as a file. Fields that are null are left out. */
export const FileBody = named(
  'DictionaryFile',
  Type.Object({
    version: Type.Literal(1),
    events: Type.Array(Type.Object({ name: Name, ...ofEvent }), { maxItems: mostEntries }),
    properties: Type.Array(Type.Object({ name: Name, ...ofProperty }), { maxItems: mostEntries }),
  }),
)
export type DictionaryFile = Static<typeof FileBody>

const shown = {
  name: Type.String(),
  description: nullable(Type.String()),
  owner: nullable(Type.String()),
  status: nullable(StatusName),
}
const changed = {
  updated_by: Type.String({ description: 'Id of the user or key that changed it last' }),
  updated_at: timeSchema,
}

export const Bodies = {
  event: named(
    'DictionaryEvent',
    Type.Object({
      ...shown,
      properties: Type.Array(
        Type.Object({
          name: Type.String(),
          required: Type.Boolean(),
          type: nullable(TypeName),
          allowed: nullable(Allowed),
        }),
      ),
      ...changed,
    }),
  ),
  property: named(
    'DictionaryProperty',
    Type.Object({ ...shown, type: nullable(TypeName), allowed: nullable(Allowed), ...changed }),
  ),
} as const

export const ChangeBody = named(
  'DictionaryChange',
  Type.Object({
    kind: Type.Enum([...kinds]),
    name: Type.String(),
    change: Type.Enum(['created', 'changed', 'deleted']),
    fields: Type.Array(Type.String(), { description: 'for a change: the fields that differ' }),
  }),
)

type Shown<K extends Kind> = K extends Kind
  ? Omit<Stored<K>, 'updated_at'> & { readonly updated_at: string }
  : never

/** The cast keeps the members of each kind, which the compiler drops from a rest of both. */
export const bodyOf = <K extends Kind>({ updated_at, ...entry }: Stored<K>): Shown<K> =>
  ({ ...entry, updated_at: updated_at.toISOString() }) as unknown as Shown<K>
