import { invalidPart, type RawCondition } from './raw-condition.js'

/** The operators that say something; the others are their complements. */
const baseOperators = [
  'eq',
  'in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'is_set',
  'regex',
] as const
type BaseOperator = (typeof baseOperators)[number]

export interface Operator {
  readonly name: string
  readonly base: BaseOperator
  readonly negated: boolean
}

const operators: ReadonlyMap<string, Operator> = new Map(
  [
    ...baseOperators.map((base) => ({ name: base, base, negated: false })),
    { name: 'ne', base: 'eq' as const, negated: true },
    { name: 'not_in', base: 'in' as const, negated: true },
    { name: 'not_contains', base: 'contains' as const, negated: true },
    { name: 'is_not_set', base: 'is_set' as const, negated: true },
  ].map((operator) => [operator.name, operator]),
)

const symbols: ReadonlyMap<string, string> = new Map([
  ['=', 'eq'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['>=', 'gte'],
  ['<', 'lt'],
  ['<=', 'lte'],
])

/** The operator of a condition, by name (in any case) or symbol; `eq` if it has none. Unknown: 422. */
export function operatorOf(raw: RawCondition): Operator {
  const asked = (raw.operator ?? 'eq').toLowerCase()
  const operator = operators.get(symbols.get(asked) ?? asked)
  if (operator === undefined) {
    const known = [...operators.keys()].join(', ')
    throw invalidPart(raw, 'operator', `unknown operator ${JSON.stringify(raw.operator)}; known are ${known}`)
  }
  return operator
}
