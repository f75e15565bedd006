import { invalid, type ServiceError } from '../../contract/index.js'

/** One condition as the request spells it, from a query string or a JSON body. */
export interface RawCondition {
  /** Its path, for messages: `conditions[0]` or `filters/0`. */
  readonly path: string
  readonly field: string
  /** Null if not given. */
  readonly operator: string | null
  /** Undefined if not given. In a query string it is a string or a list of strings. */
  readonly value: unknown
  /**
   * Whether it comes from a JSON body, whose values have types. In a query string every value is a string.
   */
  readonly typed: boolean
  /** Whether it is in a filter tree, whose paths are `filter.and[1].field`. */
  readonly inTree?: true
}

export const longestFieldName = 1000
export const mostConditions = 100

/** Returns the path of one part of a condition, in its request's notation. */
export const partPath = ({ path, typed, inTree }: Located, part: 'field' | 'operator' | 'value'): string =>
  inTree === true ? `${path}.${part}` : typed ? `${path}/${part}` : `${path}[${part}]`

export type Located = Pick<RawCondition, 'path' | 'typed' | 'inTree'>

/** A 422 about one part of a condition. */
export function invalidPart(
  raw: Located,
  part: 'field' | 'operator' | 'value',
  message: string,
): ServiceError {
  const path = partPath(raw, part)
  return invalid(path, `${path}: ${message}`)
}
