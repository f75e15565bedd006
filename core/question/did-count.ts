import { invalid, unknownName, type CompareOp } from '../../contract/index.js'

/** How often a person must have done something. */
export interface Count {
  readonly operator: CompareOp
  /** A whole number from 0. */
  readonly value: number
}

const operators: readonly CompareOp[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte']
const mostTimes = 1_000_000_000

export const atLeastOnce: Count = Object.freeze({ operator: 'gte', value: 1 })

/** Reads the `count` of a `did`. Throws a 422 that names the part at fault. */
export function readCount(item: unknown, path: string): Count {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw invalid(path, `${path} must be an object of operator and value`)
  const { operator, value, ...others } = item as Readonly<Record<string, unknown>>
  for (const name of Object.keys(others))
    throw invalid(`${path}.${name}`, `${path}: ${unknownName('member', name, ['operator', 'value'])}`)
  const known = operators.find((one) => one === operator)
  if (known === undefined)
    throw invalid(
      `${path}.operator`,
      `${path}: ${typeof operator === 'string' ? unknownName('operator', operator, operators) : `operator must be one of ${operators.join(', ')}`}`,
    )
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > mostTimes)
    throw invalid(`${path}.value`, `${path}.value must be a whole number from 0 to ${mostTimes}`)
  return { operator: known, value: value === 0 ? 0 : value }
}

/** Whether only persons who did it at least once can have such a number. */
export function isRequired({ operator, value }: Count): boolean {
  switch (operator) {
    case 'eq':
    case 'gte':
      return value > 0
    case 'gt':
      return true
    case 'ne':
      return value === 0
    case 'lt':
    case 'lte':
      return false
  }
}
