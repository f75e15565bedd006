import type { Cell } from './storage.js'

/** Returns a number that JSON can carry: 0 for null, non-finite values and −0. */
export const finite = (value: Cell | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : 0

/** Compares strings by their UTF-8 bytes, as the storages do. */
export function byBytes(a: string, b: string): number {
  let index = 0
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index++
  const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
  if (Number.isNaN(left) || Number.isNaN(right)) return a.length - b.length
  // UTF-16 sorts code points beyond U+FFFF (surrogates, D800–DFFF) before E000–FFFF; UTF-8 sorts them last.
  const [leftHigh, rightHigh] = [isSurrogate(left), isSurrogate(right)]
  return leftHigh === rightHigh ? left - right : leftHigh ? 1 : -1
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
