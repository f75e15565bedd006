import { invalid, unknownName, type ServiceError } from '../../contract/index.js'
import { invalidPart, type Located, type RawCondition } from './raw-condition.js'

const known = ['field', 'operator', 'op', 'value']

/**
 * Reads the conditions of a JSON body, `[{field, operator | op, value}]`; none if undefined. Any other shape
 * is a 422.
 */
export function bodyConditions(filters: unknown, path: string): readonly RawCondition[] {
  if (filters === undefined) return []
  if (!Array.isArray(filters)) throw invalid(path, `${path} must be a list of {field, operator, value}`)
  return filters.map((item: unknown, index) => bodyCondition(item, { path: `${path}/${index}`, typed: true }))
}

/** Reads one condition. A 422 names the part at fault. */
export function bodyCondition(item: unknown, at: Located): RawCondition {
  const { path } = at
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw invalid(path, `${path} must be an object of field, operator and value`)
  const parts = new Map<string, unknown>(Object.entries(item))
  for (const name of parts.keys()) if (!known.includes(name)) throw unknownPart(at, name)
  const field = parts.get('field')
  if (typeof field !== 'string' || field === '') throw invalidPart(at, 'field', 'must be a field name')
  if (parts.has('operator') && parts.has('op'))
    throw invalidPart(at, 'operator', 'give operator or op, not both')
  const operator = parts.get(parts.has('op') ? 'op' : 'operator')
  if (operator !== undefined && typeof operator !== 'string')
    throw invalidPart(at, 'operator', 'must be a string')
  return Object.freeze({ ...at, field, operator: operator ?? null, value: parts.get('value') })
}

const unknownPart = ({ path, inTree }: Located, name: string): ServiceError =>
  invalid(
    `${path}${inTree === true ? '.' : '/'}${name}`,
    `${path}: ${unknownName('member', name, ['field', 'operator (or op)', 'value'])}`,
  )
