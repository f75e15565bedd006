import { invalid, type ServiceError } from '../contract/index.js'

/** One condition as the request spells it, from a query string or a JSON body. */
export interface RawCondition {
  /** Where it stands, for messages: `conditions[0]` or `filters/0`. */
  readonly path: string
  readonly field: string
  /** Null: none is given. */
  readonly operator: string | null
  /** Undefined: none is given. In a query string a text, or a list of texts. */
  readonly value: unknown
  /** From a JSON body, whose values have types; a query string's are all text. */
  readonly typed: boolean
}

export const longestFieldName = 1000
export const mostConditions = 100

/** The place of one part of a condition, in the way of writing of its request. */
export const partPath = (
  raw: Pick<RawCondition, 'path' | 'typed'>,
  part: 'field' | 'operator' | 'value',
): string => (raw.typed ? `${raw.path}/${part}` : `${raw.path}[${part}]`)

/** A 422 about one part of a condition. */
export function invalidPart(
  raw: Pick<RawCondition, 'path' | 'typed'>,
  part: 'field' | 'operator' | 'value',
  message: string,
): ServiceError {
  const path = partPath(raw, part)
  return invalid(path, `${path}: ${message}`)
}

/** A text as stored data is: without NUL and lone surrogates, which no engine can hold. */
export const wellFormed = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
