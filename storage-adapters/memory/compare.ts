import type { Cell } from '../../core/contract/index.js'

/** Texts sort by their UTF-8 bytes. UTF-16 units, JavaScript's own order, put astral characters before U+E000. */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Negative, 0 or positive, for two values of one type, neither of them null. False comes before true. */
export function compareValues(a: Cell, b: Cell): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  throw new TypeError(`cannot compare ${JSON.stringify(a)} with ${JSON.stringify(b)}`)
}

/** Nulls come last, whether the rest ascends or descends. */
export function compareNullsLast(a: Cell, b: Cell, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return descending ? compareValues(b, a) : compareValues(a, b)
}

/** A text that two tuples share exactly when they are equal: JSON keeps 1, "1", true and null apart. */
export const identity = (tuple: readonly Cell[]): string => JSON.stringify(tuple)
