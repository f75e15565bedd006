import { invalid } from './errors.js'
import { dimensionRequiresBreakdown } from './common-errors.js'
import { byBytes } from './numbers.js'
import type { Breakdown } from './question.js'

export const noneLabel = '(none)'
export const otherLabel = '(other)'

/** Between the labels of a combination. No label has it: a label's own is escaped. */
const separator = '\u0001'
const escape = '\u0002'

/** The replacements that escape a label, in order; see tuple() in docs/operators.md. */
export const tupleEscapes = [
  [escape, `${escape}b`],
  [separator, `${escape}a`],
] as const

export const tupleSeparator = separator

/**
 * Returns several labels as one text: different for different lists, and in the order of the lists. A list of
 * one is its label.
 */
export function joinLabels(labels: readonly string[]): string {
  const [only] = labels
  if (labels.length === 1 && only !== undefined) return only
  const escaped = labels.map((label) =>
    tupleEscapes.reduce((text, [from, to]) => text.replaceAll(from, to), label),
  )
  return escaped.join(separator)
}

/** The inverse of joinLabels(): the labels of a dimension, each "(other)" for the rest. */
function splitLabels(name: string, fields: number): readonly string[] {
  if (fields === 1) return [name]
  if (name === otherLabel) return Array.from({ length: fields }, () => otherLabel)
  const unescape = (label: string): string =>
    label.replaceAll(`${escape}a`, separator).replaceAll(`${escape}b`, escape)
  return name.split(separator).map(unescape)
}

/** A dimension as responses show it. */
export interface ShownDimension {
  readonly dimension: string
  /** One value for each breakdown; only if the request lists its breakdowns. */
  readonly dimensions?: readonly string[]
}

/** The dimension of a row or a line as responses show it; `fields` is that of the breakdown. */
export function shownDimension(name: string, fields: number | undefined): ShownDimension {
  if (fields === undefined) return { dimension: name }
  const dimensions = splitLabels(name, fields)
  return { dimension: name === otherLabel ? name : dimensions.join(' / '), dimensions }
}

/**
 * Orders lines by their size, largest first, then by name. Lines of an `order` (bins, dates) are in that order
 * instead, then "(none)", then "(other)".
 */
export function bySize(
  order?: readonly string[],
): (a: readonly [string | null, number], b: readonly [string | null, number]) => number {
  const places = new Map<string | null, number>(order?.map((name, index) => [name, index]))
  const placeOf = (name: string | null): number =>
    places.get(name) ?? (name === otherLabel ? places.size + 1 : places.size)
  return ([a, left], [b, right]) =>
    (order === undefined ? 0 : placeOf(a) - placeOf(b)) || right - left || byBytes(a ?? '', b ?? '')
}

/** A dimension as a request names it: its text, or one value for each breakdown. */
export interface NamedDimension {
  readonly dimension?: string | undefined
  readonly dimensions?: readonly string[] | undefined
}

/**
 * Returns the dimension that a request names, as plans have it; null if it names none. Throws a 422 if the
 * request has no breakdown, or another number of them, and for a bin that the values no longer have.
 */
export function dimensionNamed(
  named: NamedDimension,
  breakdown: Pick<Breakdown, 'fields' | 'order'> | null,
): string | null {
  if (named.dimension === undefined && named.dimensions === undefined) return null
  if (breakdown === null) throw dimensionRequiresBreakdown()
  const label = labelNamed(named, breakdown)
  const { order } = breakdown
  if (order === undefined || label === noneLabel || label === otherLabel || order.includes(label))
    return label
  const path = named.dimensions === undefined ? 'dimension' : 'dimensions'
  throw invalid(
    path,
    `${path}: there is no ${JSON.stringify(label)}; bins follow the values, ask for the figures again`,
  )
}

function labelNamed(
  { dimension, dimensions }: NamedDimension,
  { fields = 1 }: Pick<Breakdown, 'fields'>,
): string {
  if (dimension !== undefined && dimensions !== undefined)
    throw invalid('dimensions', 'give dimension or dimensions, not both')
  if (dimensions !== undefined) {
    if (dimensions.length !== fields)
      throw invalid('dimensions', `dimensions must have one value for each breakdown: ${fields}`)
    return dimensions.every((label) => label === otherLabel) ? otherLabel : joinLabels(dimensions)
  }
  if (dimension === undefined || fields === 1 || dimension === otherLabel) return dimension ?? noneLabel
  const labels = dimension.split(' / ')
  if (labels.length !== fields)
    throw invalid(
      'dimension',
      `dimension must have ${fields} values with " / " between them; where a value has " / " itself, use dimensions`,
    )
  return joinLabels(labels)
}
