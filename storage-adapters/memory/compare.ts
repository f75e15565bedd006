import type { Cell } from '../../contract/index.js'

/**
 * Compares strings by their UTF-8 bytes. JavaScript compares UTF-16 units: astral characters before U+E000.
 */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))

/**
 * Returns a negative number, 0 or a positive number for two values of
 * one type, not null. False is before true.
 */
export function compareValues(a: Cell, b: Cell): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  throw new TypeError(`cannot compare ${JSON.stringify(a)} with ${JSON.stringify(b)}`)
}

/** Compares two values of one type; nulls come last in ascending and descending order. */
export function compareNullsLast(a: Cell, b: Cell, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return descending ? compareValues(b, a) : compareValues(a, b)
}

/**
 * A string that is equal for two tuples exactly if they are equal. JSON distinguishes 1, "1", true and null.
 */
export const identity = (tuple: readonly Cell[]): string => JSON.stringify(tuple)
