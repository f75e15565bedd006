import { unknownName } from '../../contract/index.js'
import { invalidPart, type RawCondition } from './raw-condition.js'

/** The base operators; the others are their negations. */
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

/**
 * Returns the operator of a condition, by name (ignoring case) or symbol; `eq` if it has none. Throws a 422
 * if it is unknown.
 */
export function operatorOf(raw: RawCondition): Operator {
  const asked = (raw.operator ?? 'eq').toLowerCase()
  const operator = operators.get(symbols.get(asked) ?? asked)
  if (operator === undefined) {
    const message = unknownName('operator', raw.operator ?? '', [...operators.keys()])
    throw invalidPart(raw, 'operator', message)
  }
  return operator
}
