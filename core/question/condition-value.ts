import { parseIsoTime, type Scalar } from '../contract/index.js'
import type { Operator } from './operators.js'
import { invalidPart, wellFormed, type RawCondition } from './raw-condition.js'

const mostValues = 1000
/** Storages take no parameter of any length. */
const longestText = 10_000

/** The one value of `eq` and `ne`. */
export function scalarValue(raw: RawCondition, operator: Operator): Scalar {
  return toScalar(raw, raw.value, `${operator.name} takes one text, number or boolean`)
}

/** The values of `in` and `not_in`: a list, in a query string also one text with commas; without repetitions. */
export function listValue(raw: RawCondition, { name }: Operator): readonly Scalar[] {
  const { value, typed } = raw
  const list: unknown = !typed && typeof value === 'string' && value !== '' ? value.split(',') : value
  const rule = `${name} takes a list of 1 to ${mostValues} texts, numbers or booleans`
  if (!Array.isArray(list) || list.length === 0 || list.length > mostValues)
    throw invalidPart(raw, 'value', rule)
  return [...new Set(list.map((item) => toScalar(raw, item, rule)))]
}

/** The text of `contains` and the like. */
export function textValue(raw: RawCondition, { name }: Operator): string {
  if (typeof raw.value !== 'string') throw invalidPart(raw, 'value', `${name} takes a text`)
  return shortText(raw, raw.value)
}

/** What `gt` and the like compare with: a number, or the instant of an ISO 8601 date. */
export type Bound = { readonly number: number } | { readonly time: number }

export function boundValue(raw: RawCondition, { name }: Operator): Bound {
  const { value, typed } = raw
  const number = typeof value === 'number' ? value : typed ? null : parseNumber(value)
  if (number !== null && Number.isFinite(number)) return { number: positiveZero(number) }
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time !== null) return { time }
  throw invalidPart(raw, 'value', `${name} takes a number or an ISO 8601 date, like 2020-01-31T12:00:00Z`)
}

/** The instant that a text names; anything else is a 422. */
export function timeValue(raw: RawCondition, value: Scalar): number {
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time === null)
    throw invalidPart(raw, 'value', `${raw.field} takes ISO 8601 dates, like 2020-01-31T12:00:00Z`)
  return time
}

/** `is_set` takes no value; an empty one is what forms and clients send for none. */
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

/** A number as JSON writes it. */
const parseNumber = (value: unknown): number | null =>
  typeof value === 'string' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)
    ? Number(value)
    : null

const positiveZero = (value: number): number => (value === 0 ? 0 : value)

function shortText(raw: RawCondition, text: string): string {
  if (text.length > longestText)
    throw invalidPart(raw, 'value', `a text has at most ${longestText} characters`)
  return wellFormed(text)
}
