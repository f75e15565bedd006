import fc from 'fast-check'
import type { AudienceData, LawEvent } from './metric-events.js'

export type Value = string | number | boolean | undefined

export interface Filter {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}

const texts = fc.constantFrom('pro', 'free', '', 'DE', 'buy', 'e', 'gold', 'u3', 'd3', '7')
const numbers = fc.constantFrom(1, 2.5, -4, 100, 7, 20, 30.5)
const fields = fc.constantFrom(
  'event_name',
  'country',
  'plan',
  'properties.amount',
  'user_id',
  'device_id',
  'trait:tier',
  'trait:age',
)
const scalar = fc.oneof(texts, numbers, fc.boolean())
const condition = fc.oneof(
  fc.record({ operator: fc.constantFrom('eq', 'ne', '=', '!='), value: scalar }),
  fc.record({
    operator: fc.constantFrom('in', 'not_in'),
    value: fc.array(scalar, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: numbers }),
  fc.record({
    operator: fc.constantFrom('contains', 'not_contains', 'starts_with', 'ends_with', 'regex'),
    value: texts,
  }),
  fc.record({ operator: fc.constantFrom('is_set', 'is_not_set') }),
)
/** A condition over events of the laws' data. */
export const filter: fc.Arbitrary<Filter> = fc
  .tuple(fields, condition)
  .map(([field, rest]) => ({ field, ...rest }))
/** Whether a value meets the condition, as docs/operators.md says. */
export function holds({ operator, value }: Filter, has: Value): boolean {
  const text = typeof has === 'string' ? has : null
  const number = typeof has === 'number' ? has : null
  const among = (list: readonly unknown[]): boolean => has !== undefined && list.includes(has)
  switch (operator) {
    case 'eq':
    case '=':
      return among([value])
    case 'ne':
    case '!=':
      return !among([value])
    case 'in':
      return among(value as unknown[])
    case 'not_in':
      return !among(value as unknown[])
    case 'gt':
      return number !== null && number > Number(value)
    case 'gte':
      return number !== null && number >= Number(value)
    case 'lt':
      return number !== null && number < Number(value)
    case 'lte':
      return number !== null && number <= Number(value)
    case 'contains':
    case 'regex':
      return text?.includes(String(value)) ?? false
    case 'not_contains':
      return !(text?.includes(String(value)) ?? false)
    case 'starts_with':
      return text?.startsWith(String(value)) ?? false
    case 'ends_with':
      return text?.endsWith(String(value)) ?? false
    case 'is_set':
      return has !== undefined
    default:
      return has === undefined
  }
}

/** Returns the function that reads a field of an event, or of its person; without an event, a trait only. */
export function valuesIn({ traits }: Pick<AudienceData, 'traits'>) {
  const traitOf = (person: string, name: 'tier' | 'age'): Value => {
    const values = traits.filter(({ user_id }) => user_id === person).map((line) => line.traits[name])
    return values.filter((value) => value !== undefined && value !== null).at(-1) ?? undefined
  }
  return (event: LawEvent | null, person: string, field: string): Value => {
    switch (field) {
      case 'trait:tier':
        return traitOf(person, 'tier')
      case 'trait:age':
        return traitOf(person, 'age')
      case 'event_name':
        return event?.event
      case 'country':
        return event?.context.country
      case 'plan':
        return event?.properties.plan
      case 'properties.amount':
        return event?.properties.amount
      case 'device_id':
        return event?.device_id
      default:
        return person.startsWith('device ') ? undefined : person
    }
  }
}
