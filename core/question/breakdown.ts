import {
  invalid,
  parseTime,
  ServiceError,
  shownLabel,
  tuple,
  type Breakdown,
  type Expr,
  type Field,
  type Grain,
  type SourceName,
  type TraitUse,
} from '../../contract/index.js'
import { binsOfEdges, binsOfTimes, binsOfWidth, noBins, type Bins, type Span } from './bins.js'
import type { AskedField, AskedFields } from './breakdown-request.js'
import { bucketsOf, wholePeriods } from './buckets.js'
import { fieldOf, traitsOf } from './conditions.js'
import type { LocalCalendar } from './zone.js'

const mostDimensions = 1000

/** One field of a breakdown. The bins of `width` and `unit` depend on the values that the rows have. */
export type BreakdownPart =
  | { readonly kind: 'label'; readonly label: Expr; readonly order?: readonly string[] }
  | { readonly kind: 'width'; readonly value: Expr; readonly bins: number }
  | { readonly kind: 'unit'; readonly value: Expr; readonly unit: Grain; readonly path: string }

/** A part whose values must be measured before its labels are known. */
export type OpenPart = Exclude<BreakdownPart, { kind: 'label' }>

export interface AskedBreakdown {
  readonly breakdown: Breakdown
  readonly parts: readonly BreakdownPart[]
  /** The traits that the breakdown reads. */
  readonly traits: readonly TraitUse[]
}

export interface BreakdownOptions {
  readonly limit: number
  /** Reported separately, instead of the `limit` largest values. */
  readonly names?: readonly string[] | undefined
}

/**
 * Reads a breakdown by one field or several. A time without a unit, bins of a field without numbers and a
 * limit outside 1 to 1,000 are a 422.
 */
export function parseBreakdown(
  source: SourceName,
  asked: AskedFields,
  { limit, names }: BreakdownOptions,
): AskedBreakdown {
  if (!Number.isInteger(limit) || limit < 1 || limit > mostDimensions)
    throw invalid('breakdown_limit', `breakdown_limit must be a whole number from 1 to ${mostDimensions}`)
  const fields = asked.fields.map(({ field }) => fieldOf(source, field.value, field.path))
  const parts = asked.fields.map((one, index) => partOf(one, fields[index] as Field))
  const options = { limit, ...(names && { names }), ...(asked.listed && { fields: parts.length }) }
  const { label, order } = labelOf(parts.map(unmeasured))
  return {
    breakdown: Object.freeze({ ...options, label, ...(order && { order }) }),
    parts,
    traits: traitsOf(fields),
  }
}

function partOf({ field: { path }, bins, unit }: AskedField, field: Field): BreakdownPart {
  if (unit !== undefined) {
    const value = timesOf(field)
    if (value === null) throw invalid(unit.path, `${unit.path}: ${field.name} has no dates`)
    return { kind: 'unit', value, unit: unit.value, path: unit.path }
  }
  if (bins !== undefined) {
    const { number: value } = field
    if (value === null) throw invalid(bins.path, `${bins.path}: ${field.name} has no numbers`)
    return typeof bins.value === 'number'
      ? { kind: 'width', value, bins: bins.value }
      : { kind: 'label', ...binsOfEdges(value, bins.value) }
  }
  if (field.label === null)
    throw invalid(path, `${field.name} is a time; in breakdowns, give it a unit, such as day`)
  return { kind: 'label', label: field.label }
}

/** The times of a field: a column's, or those that strings of a property or a trait name. */
function timesOf({ time, text, number }: Field): Expr | null {
  if (time !== null) return time
  return text === null || number === null ? null : parseTime(text)
}

export const isOpen = (part: BreakdownPart): part is OpenPart => part.kind !== 'label'

/** A breakdown whose bins fit the measured spans, one for each open part, null for one without values. */
export interface Measured {
  readonly breakdown: Breakdown
  /** Bins of equal width stay as they are; those of dates are measured again for a compared period. */
  readonly parts: readonly BreakdownPart[]
}

export function measuredBreakdown(
  breakdown: Breakdown,
  parts: readonly BreakdownPart[],
  spans: readonly (Span | null)[],
  calendar: LocalCalendar,
): Measured {
  const open = parts.filter(isOpen)
  const bins = parts.map((part) =>
    isOpen(part) ? fitted(part, spans[open.indexOf(part)] ?? null, calendar) : part,
  )
  const { label, order } = labelOf(bins)
  return {
    breakdown: Object.freeze({ ...breakdown, label, ...(order && { order }) }),
    parts: parts.map((part, index) => {
      const found = bins[index]
      return part.kind === 'width' && found !== undefined ? { kind: 'label', ...found } : part
    }),
  }
}

type LabelPart = Omit<Extract<BreakdownPart, { kind: 'label' }>, 'kind'>

const unmeasured = (part: BreakdownPart): LabelPart => (isOpen(part) ? noBins(part.value) : part)

function fitted(part: OpenPart, span: Span | null, calendar: LocalCalendar): Bins {
  if (span === null) return noBins(part.value)
  return part.kind === 'width' ? binsOfWidth(part.value, span, part.bins) : datesOf(part, span, calendar)
}

const mostDates = 10_000

function datesOf(
  { value, unit, path }: Extract<OpenPart, { kind: 'unit' }>,
  span: Span,
  calendar: LocalCalendar,
): Bins {
  try {
    // Whole periods: where they are of one length, an engine finds the bin of a time by a division.
    const dates = wholePeriods(span.least, span.greatest, unit, calendar)
    const { edges, labels } = bucketsOf(dates, unit, calendar, { most: mostDates })
    return binsOfTimes(value, edges, labels)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') throw error
    throw invalid(
      path,
      `${path}: the dates are more than ${mostDates} buckets apart; use a coarser unit or filter the dates`,
    )
  }
}

/** The label of a row: that of its field, or a combination of several. Several have no order of their own. */
function labelOf(parts: readonly LabelPart[]): LabelPart {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  return { label: tuple(...parts.map(({ label }) => shownLabel(label))) }
}
