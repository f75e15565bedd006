import type { Parameter } from '../api/call.js'
import { fieldName } from '../data/field-name.js'
import { questionText } from '../text/question.js'

export const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Unit = (typeof units)[number]

/** A field of a breakdown, by its values, by bins of its numbers or by a unit of its dates. */
export interface BreakdownField {
  readonly field: string
  /** Ascending edges, or a number of bins of equal width. */
  readonly bins?: number | readonly number[]
  readonly unit?: Unit
}

export interface Breakdown {
  readonly fields: readonly BreakdownField[]
  /** How many of the largest values are shown; null for as many as the service shows. */
  readonly top: number | null
}

export const mostFields = 3
const none: Breakdown = { fields: [], top: null }

/**
 * Reads a breakdown of an address: a field's name, a list of fields as JSON, or `{"fields": […], "top": 10}`. Any
 * other text that looks like JSON is no breakdown.
 */
export function readBreakdown(text: string): Breakdown {
  if (text === '') return none
  if (!/^[[{]/.test(text)) return { fields: [{ field: text }], top: null }
  const value = parsed(text)
  const { fields, top = null } = (
    Array.isArray(value) ? { fields: value } : (value ?? {})
  ) as Partial<Breakdown>
  if (!Array.isArray(fields) || fields.length > mostFields) return none
  const read = fields.map(fieldIn)
  return read.some((one) => one === null)
    ? none
    : { fields: read as readonly BreakdownField[], top: typeof top === 'number' ? top : null }
}

/** The opposite of readBreakdown: a field alone is its name, as it was before there were several. */
export function breakdownText({ fields, top }: Breakdown): string {
  const sent = fields.map(plain)
  const [only] = sent
  if (only === undefined) return ''
  if (top !== null) return JSON.stringify({ fields: sent, top })
  return sent.length === 1 && typeof only === 'string' && !/^[[{]/.test(only) ? only : JSON.stringify(sent)
}

/** The fields of a body that ask for a breakdown. */
export function breakdownFields(text: string): Readonly<Record<string, unknown>> {
  const { fields, top } = readBreakdown(text)
  const sent = fields.map(plain)
  const [only] = sent
  if (only === undefined) return {}
  return {
    ...(sent.length === 1 && typeof only === 'string' ? { breakdown: only } : { breakdowns: sent }),
    ...(top === null ? {} : { breakdown_limit: top }),
  }
}

export const breakdownParameters = (text: string): readonly Parameter[] =>
  Object.entries(breakdownFields(text)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

/** `country × amount (bins)`; '' without a breakdown. */
export const breakdownName = (text: string): string => readBreakdown(text).fields.map(partName).join(' × ')

/** The names of the fields, one for each value of a dimension. */
export const breakdownNames = (text: string): readonly string[] => readBreakdown(text).fields.map(partName)

export function partName({ field, bins, unit }: BreakdownField): string {
  if (unit !== undefined) return questionText.fieldByUnit(fieldName(field), questionText.units[unit])
  return bins === undefined ? fieldName(field) : questionText.fieldInBins(fieldName(field))
}

const plain = ({ field, bins, unit }: BreakdownField): string | BreakdownField =>
  bins === undefined && unit === undefined
    ? field
    : { field, ...(bins === undefined ? { unit: unit as Unit } : { bins }) }

function fieldIn(value: unknown): BreakdownField | null {
  if (typeof value === 'string') return { field: value }
  const { field, bins, unit } = (value ?? {}) as Partial<BreakdownField>
  if (typeof field !== 'string') return null
  const known = units.find((one) => one === unit)
  if (known !== undefined) return { field, unit: known }
  return isBins(bins) ? { field, bins } : { field }
}

const isBins = (bins: unknown): bins is number | readonly number[] =>
  typeof bins === 'number' ||
  (Array.isArray(bins) && bins.length > 0 && bins.every((edge) => typeof edge === 'number'))

/** Reads typed bins: `10`, or edges as `0, 10, 50`. Null if they are neither. */
export function typedBins(text: string): number | readonly number[] | null {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (numbers.some((one) => !Number.isFinite(one))) return null
  const [only] = numbers
  if (numbers.length > 1)
    return numbers.every((one, index) => index === 0 || one > (numbers[index - 1] ?? one)) ? numbers : null
  return only !== undefined && Number.isInteger(only) && only >= 1 && only <= 100 ? only : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
