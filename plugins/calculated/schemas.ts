import Type from 'typebox'
import { inWorkspace, longestExpression, named, nullable, timeSchema } from '../../contract/index.js'
import type { StoredProperty } from './calculated-repository.js'

export const tag = 'Data'
export const path = '/api/v1/data/properties'
export const member = inWorkspace('viewer')
export const editor = inWorkspace('editor')

const pattern = '^[A-Za-z_][A-Za-z0-9_]*$'
const Name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern,
  description: 'letters of ASCII, digits and _; the field is calc.<name>',
})
export const WithName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) })

export const Expression = Type.String({
  minLength: 1,
  maxLength: longestExpression,
  description: 'see docs/expressions.md, like lower(domain(referrer))',
})
const Description = nullable(Type.String({ maxLength: 2000 }))

export const Fields = Type.Object({
  name: Name,
  expression: Expression,
  description: Type.Optional(Description),
})
export const Changes = Type.Object({
  expression: Type.Optional(Expression),
  description: Type.Optional(Description),
})

export const PropertyType = Type.Enum(['text', 'number', 'boolean', 'any'], {
  description: 'the type of its values; any if they may have several',
})

export const PropertyBody = named(
  'CalculatedProperty',
  Type.Object({
    id: Type.String(),
    workspace_id: Type.String(),
    name: Type.String(),
    expression: Type.String(),
    description: nullable(Type.String()),
    type: PropertyType,
    created_by: Type.String({ description: 'Id of the user or key that created the property' }),
    created_at: timeSchema,
    updated_at: timeSchema,
  }),
)

export const bodyOf = ({ created_at, updated_at, ...property }: StoredProperty) => ({
  ...property,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
