import { invalid, unknownName, wellFormed, type Grain } from '../../contract/index.js'
import { parseGrain } from './grain.js'

/** A part of a breakdown, and its path in the request. */
interface Placed<T> {
  readonly value: T
  readonly path: string
}

/** A field of a breakdown as a request names it. */
export interface AskedField {
  readonly field: Placed<string>
  /** Ascending edges, or a number of bins of equal width. */
  readonly bins?: Placed<readonly number[] | number>
  readonly unit?: Placed<Grain>
}

export interface AskedFields {
  /** One to three. */
  readonly fields: readonly AskedField[]
  /** Whether the request lists them, so that responses list their values. */
  readonly listed: boolean
}

/** A breakdown in its three spellings; at most one of `breakdown` and `breakdowns` may be given. */
export interface RawBreakdown {
  /** One field. */
  readonly breakdown?: string | undefined
  /** `0,10,50` or `10`: bins of that field. */
  readonly bins?: string | undefined
  /** A list of fields, of which each may have bins or a unit. */
  readonly breakdowns?: unknown
}

const mostFields = 3
const mostBins = 100
const parts = ['field', 'bins', 'unit']

/** Reads a breakdown; null if the request has none. Throws a 422 that names the part (`breakdowns[1].bins`). */
export function readBreakdown({ breakdown, bins, breakdowns }: RawBreakdown): AskedFields | null {
  if (breakdowns !== undefined && breakdown !== undefined)
    throw invalid('breakdowns', 'give breakdown or breakdowns, not both')
  if (bins !== undefined && breakdown === undefined)
    throw invalid('breakdown_bins', 'breakdown_bins requires one breakdown; in breakdowns, a field has bins')
  if (breakdowns !== undefined) return { fields: listOf(breakdowns), listed: true }
  if (breakdown === undefined) return null
  const field = { value: breakdown, path: 'breakdown' }
  if (bins === undefined) return { fields: [{ field }], listed: false }
  return { fields: [{ field, bins: binsIn(binsOfText(bins), 'breakdown_bins') }], listed: false }
}

function listOf(list: unknown): readonly AskedField[] {
  if (!Array.isArray(list) || list.length === 0 || list.length > mostFields)
    throw invalid('breakdowns', `breakdowns must be a list of 1 to ${mostFields} fields`)
  return list.map((item: unknown, index) => fieldOf(item, `breakdowns[${index}]`))
}

function fieldOf(item: unknown, path: string): AskedField {
  if (typeof item === 'string') return { field: named(item, path) }
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw invalid(path, `${path} must be a field, or {field, bins} or {field, unit}`)
  for (const name of Object.keys(item))
    if (!parts.includes(name))
      throw invalid(`${path}.${name}`, `${path}: ${unknownName('member', name, parts)}`)
  const { field, bins, unit } = item as Readonly<Record<string, unknown>>
  if (typeof field !== 'string') throw invalid(`${path}.field`, `${path}.field must be the name of a field`)
  if (bins !== undefined && unit !== undefined)
    throw invalid(`${path}.unit`, `${path} must have bins or a unit, not both`)
  return {
    field: named(field, `${path}.field`),
    ...(bins !== undefined && { bins: binsIn(bins, `${path}.bins`) }),
    ...(unit !== undefined && { unit: unitIn(unit, `${path}.unit`) }),
  }
}

function named(value: string, path: string): Placed<string> {
  if (value === '') throw invalid(path, `${path} must not be empty`)
  return { value: wellFormed(value), path }
}

function binsOfText(text: string): unknown {
  const numbers = text.split(',').map((one) => (/^-?\d+(?:\.\d+)?$/.test(one) ? Number(one) : NaN))
  return numbers.length === 1 ? numbers[0] : numbers
}

function binsIn(bins: unknown, path: string): Placed<readonly number[] | number> {
  if (typeof bins === 'number' && Number.isInteger(bins) && bins >= 1 && bins <= mostBins)
    return { value: bins, path }
  const edges: readonly unknown[] = Array.isArray(bins) ? bins : []
  if (edges.length === 0 || edges.length > mostBins || !isAscending(edges))
    throw invalid(
      path,
      `${path} must be a whole number from 1 to ${mostBins}, or a list of 1 to ${mostBins} ascending numbers`,
    )
  // There is no bin of −0.
  return { value: edges.map((edge) => edge + 0), path }
}

const isAscending = (list: readonly unknown[]): list is readonly number[] =>
  list.every((edge, index) => {
    const before = index === 0 ? -Infinity : list[index - 1]
    return Number.isFinite(edge) && typeof before === 'number' && (edge as number) > before
  })

function unitIn(unit: unknown, path: string): Placed<Grain> {
  const grain = typeof unit === 'string' ? parseGrain(unit, path) : null
  if (grain === null || grain === 'minute')
    throw invalid(path, `${path} must be one of hour, day, week, month, quarter, year`)
  return { value: grain, path }
}
