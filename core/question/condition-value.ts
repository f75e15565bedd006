import { parseIsoTime, wellFormed, type Scalar } from '../../contract/index.js'
import type { Operator } from './operators.js'
import { invalidPart, type RawCondition } from './raw-condition.js'

const mostValues = 1000
/** The storages limit the length of a parameter. */
const longestText = 10_000

/** Reads the single value of `eq` and `ne`. */
export function scalarValue(raw: RawCondition, operator: Operator): Scalar {
  return toScalar(raw, raw.value, `${operator.name} takes one string, number or boolean`)
}

/**
 * Reads the values of `in` and `not_in`: a list or, in a query string, also one comma-separated string.
 * Removes duplicates.
 */
export function listValue(raw: RawCondition, { name }: Operator): readonly Scalar[] {
  const { value, typed } = raw
  const list: unknown = !typed && typeof value === 'string' && value !== '' ? value.split(',') : value
  const rule = `${name} takes a list of 1 to ${mostValues} strings, numbers or booleans`
  if (!Array.isArray(list) || list.length === 0 || list.length > mostValues)
    throw invalidPart(raw, 'value', rule)
  return [...new Set(list.map((item) => toScalar(raw, item, rule)))]
}

/** Reads the string of `contains` and similar operators. */
export function textValue(raw: RawCondition, { name }: Operator): string {
  if (typeof raw.value !== 'string') throw invalidPart(raw, 'value', `${name} takes a string`)
  return shortText(raw, raw.value)
}

/** The bound of `gt` and similar operators: a number, or the instant of an ISO 8601 date. */
export type Bound = { readonly number: number } | { readonly time: number }

export function boundValue(raw: RawCondition, { name }: Operator): Bound {
  const { value, typed } = raw
  const number = typeof value === 'number' ? value : typed ? null : parseNumber(value)
  if (number !== null && Number.isFinite(number)) return { number: positiveZero(number) }
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time !== null) return { time }
  throw invalidPart(raw, 'value', `${name} takes a number or an ISO 8601 date, like 2020-01-31T12:00:00Z`)
}

/** Returns the instant that a string names. Throws a 422 for anything else. */
export function timeValue(raw: RawCondition, value: Scalar): number {
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time === null)
    throw invalidPart(raw, 'value', `${raw.field} takes ISO 8601 dates, like 2020-01-31T12:00:00Z`)
  return time
}

/** `is_set` takes no value. Forms and clients send an empty one for none. */
export function expectNoValue(raw: RawCondition, { name }: Operator): void {
  const { value } = raw
  const empty =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (!empty) throw invalidPart(raw, 'value', `${name} takes no value`)
}

function toScalar(raw: RawCondition, value: unknown, rule: string): Scalar {
  if (typeof value === 'string') return shortText(raw, value)
  if (typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return positiveZero(value)
  throw invalidPart(raw, 'value', rule)
}

/** Parses a number in JSON notation. */
const parseNumber = (value: unknown): number | null =>
  typeof value === 'string' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)
    ? Number(value)
    : null

const positiveZero = (value: number): number => (value === 0 ? 0 : value)

function shortText(raw: RawCondition, text: string): string {
  if (text.length > longestText)
    throw invalidPart(raw, 'value', `a string must have at most ${longestText} characters`)
  return wellFormed(text)
}
