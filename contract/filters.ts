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

const Tree = Type.Unsafe<unknown>({ $ref: '#/components/schemas/FilterTree' })
const Trees = Type.Array(Tree, { minItems: 1 })
const only = (name: string, schema: Type.TSchema) =>
  Type.Object({ [name]: schema }, { additionalProperties: false })

const Did = named(
  'FilterDid',
  Type.Object(
    {
      event: Type.String({ minLength: 1, description: 'The name of the event' }),
      filter: Type.Optional(Tree),
      count: Type.Optional(
        Type.Object({
          operator: Type.Enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']),
          value: Type.Integer({ minimum: 0 }),
        }),
      ),
      within: Type.Optional(Type.String({ description: 'A range; by default that of the question' })),
    },
    { description: 'How often the person of the row did something; at least once by default' },
  ),
)

const FilterTree = named(
  'FilterTree',
  Type.Union([Filter, only('and', Trees), only('or', Trees), only('not', Tree), only('did', Did)], {
    description: 'A tree of conditions, at most 8 levels and 100 conditions; a row must meet it',
  }),
)

/** A filter tree of a JSON body. Its nodes are validated when the question is read. */
export const bodyFilter = describedBy(FilterTree, Type.Unknown())
