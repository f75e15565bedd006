import Type from 'typebox'
import { describedBy, named } from './named-schema.js'

/** The operators of filters by name, in any case, and the symbols of six of them. */
export const filterOperators = [
  ...['eq', 'ne', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains', 'starts_with'],
  ...['ends_with', 'is_set', 'is_not_set', 'regex', '=', '!=', '>', '>=', '<', '<='],
] as const

const Operator = named(
  'FilterOperator',
  Type.Enum([...filterOperators], { default: 'eq', description: 'See docs/operators.md' }),
)

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const Filter = named(
  'Filter',
  Type.Object(
    {
      field: Type.String({ minLength: 1, description: 'A column, properties.<name> or trait:<name>' }),
      operator: Type.Optional(Operator),
      op: Type.Optional(Operator),
      value: Type.Optional(
        Type.Union([Scalar, Type.Array(Scalar, { minItems: 1, maxItems: 1000 }), Type.Null()], {
          description: 'A list for in and not_in; none for is_set and is_not_set',
        }),
      ),
    },
    { description: 'A condition on rows; operator and op are the same, give one of them' },
  ),
)

/** A list of filters. The parts of a filter are validated as conditions, when the question is read. */
export const filterList = (options: Type.TArrayOptions = {}) =>
  Type.Array(describedBy(Filter, Type.Unknown()), options)
