import { byBytes, finite, noneLabel, otherLabel, type Series } from '../../contract/index.js'
import { labelsOf, type Pair } from './pairs.js'

/** In the answer, for each field. */
export const mostValues = 10

/** A value before and after. */
export interface Change {
  readonly before: number
  readonly after: number
  readonly change: number
}

export interface ValueChange extends Change {
  readonly value: string
  /** Its change over that of the whole; null if values do not add up, or the whole did not change. */
  readonly share: number | null
}

export interface FieldChange {
  readonly field: string
  /** The share of the value that explains most; null like that, and for a field without such a value. */
  readonly share: number | null
  readonly values: readonly ValueChange[]
}

/** A field with its rank: the part of the change that its best value explains, the largest first. */
export interface RankedField {
  readonly field: FieldChange
  readonly rank: number
}

/** The last digits of an average depend on the order in which a store adds; the order of values must not. */
const steady = (value: number): number => Number(value.toPrecision(12))

export const changeOf = (before: number, after: number): Change => ({
  before: finite(before),
  after: finite(after),
  change: finite(after - before),
})

/**
 * The values of a field: first the one that explains most, then by the size of their changes. The best one is the value
 * whose change is the largest part of the whole's, in its direction; the largest change if the whole did not change.
 * Rows without the field are never the best value: that a field is missing explains nothing. Values that add up are
 * complete: those beyond the limit are added up in the last row, "(other)".
 *
 *     whole 10 → 30   a 5 → 25, share 1   b 5 → 1, share −0.2   (none) 0 → 4, share 0.2   field: share 1
 */
export function fieldChange(field: string, pair: Pair, whole: Change, additive: boolean): RankedField {
  const ofWhole = (change: number): number | null =>
    additive && whole.change !== 0 ? finite(change / whole.change) : null
  const valueOf = (value: string, change: Change): ValueChange => ({
    value,
    ...change,
    share: ofWhole(change.change),
  })
  const all = labelsOf(pair).map((label) =>
    valueOf(label, changeOf(totalOf(pair.before, label), totalOf(pair.after, label))),
  )
  const rankOf = ({ change }: Change): number =>
    steady(whole.change === 0 ? Math.abs(change) : change / whole.change)
  const sizeOf = ({ change }: Change): number => steady(Math.abs(change))
  all.sort((a, b) => sizeOf(b) - sizeOf(a) || byBytes(a.value, b.value))
  const best = all
    .filter(({ value }) => value !== noneLabel)
    .reduce<ValueChange | null>((top, one) => (top === null || rankOf(one) > rankOf(top) ? one : top), null)
  const ordered = best === null ? all : [best, ...all.filter((one) => one !== best)]
  const values = additive ? withRest(ordered, pair, valueOf) : ordered.slice(0, mostValues)
  return {
    field: { field, share: best?.share ?? null, values },
    rank: best === null ? -Infinity : rankOf(best),
  }
}

function withRest(
  ordered: readonly ValueChange[],
  { before, after }: Pair,
  valueOf: (value: string, change: Change) => ValueChange,
): readonly ValueChange[] {
  const hasRest = before.lines.has(otherLabel) || after.lines.has(otherLabel)
  if (ordered.length <= mostValues && !hasRest) return ordered
  const shown = ordered.slice(0, mostValues - 1)
  const rest = ordered.slice(shown.length)
  const sum = (side: 'before' | 'after', of: Series): number =>
    rest.reduce((total, one) => total + one[side], totalOf(of, otherLabel))
  return [...shown, valueOf(otherLabel, changeOf(sum('before', before), sum('after', after)))]
}

const totalOf = ({ lines }: Series, label: string): number => lines.get(label)?.total ?? 0
